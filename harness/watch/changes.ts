/** What may have changed a target: told once, also where nobody was listening just then. */
export interface Changes {
  /** In words, what is waited for; undefined where nothing tells. */
  readonly waitsFor: string | undefined
  /** Called at each change. One at a time. */
  listen(heard: () => void): void
  close(): void
}

/** Nothing tells of changes: only a key does. */
export const noChanges: Changes = { waitsFor: undefined, listen: () => undefined, close: () => undefined }
