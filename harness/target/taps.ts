/** Where what passes through a run goes besides its verdicts: secrets to redaction, exchanges to the evidence. */
import type { Exchange } from '../wire/client.ts'

/** Receives every secret before it is first used. */
export type SecretSink = (secret: string) => void

export interface RecordedExchange {
  /** The id of the case that caused it, or `discovery`. */
  readonly case: string
  readonly exchange: Exchange
}

export type ExchangeRecorder = (recorded: RecordedExchange) => void
