/** With metrics on, all that a server says on stderr is JSON: from before its options are read, so that errors in them are, too. */
import { makeStderrJson } from '../metrics/json-stderr.ts'
import { wantsMetrics } from '../settings.ts'

/** For the rest of the process, where HANDOFF_MCP_METRICS says so in the environment or in the file of `--env-file`. */
export function speakJsonWhereWanted(): void {
  if (wantsMetrics(process.env, envFileOf(process.argv))) makeStderrJson()
}

function envFileOf(argv: readonly string[]): string | undefined {
  const option = '--env-file'
  const index = argv.findIndex((each) => each === option || each.startsWith(`${option}=`))
  const given = argv[index]
  return given === option ? argv[index + 1] : given?.slice(option.length + 1)
}
