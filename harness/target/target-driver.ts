/** Makes the driver that a target file asks for. */
import { createCommandDriver } from '../fixture/command.ts'
import type { Driver } from '../fixture/driver.ts'
import { createLinesDriver } from '../fixture/lines/driver.ts'
import { createStdioDriver } from '../fixture/stdio-command.ts'
import { createUrlDriver } from '../fixture/url.ts'
import type { TargetFile } from './target-file.ts'

/** @param options `allowRemote`: whether anything but this machine may be spoken to (default false). */
export function targetDriver({ connection }: TargetFile, options: { readonly allowRemote?: boolean } = {}): Driver {
  const allowRemote = options.allowRemote ?? false
  switch (connection.kind) {
    case 'url':
      return createUrlDriver({ ...connection.options, allowRemote })
    case 'start':
      return createCommandDriver({ ...connection.options, allowRemote })
    case 'stdio':
      return createStdioDriver(connection.options)
    case 'driver':
      return createLinesDriver({ ...connection.options, allowRemote })
  }
}
