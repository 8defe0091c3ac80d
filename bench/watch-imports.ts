/** Loaded into a process: prints, when it ends, what its own sources import that is not theirs. */
import { registerHooks } from 'node:module'

const names = new Set<string>()
registerHooks({
  resolve(specifier, context, next) {
    const own = context.parentURL?.includes('/node_modules/') === false && context.parentURL.startsWith('file:')
    if (own && !/^(\.|file:|\/)/.test(specifier)) names.add(specifier)
    return next(specifier, context)
  },
})
process.on('exit', () => process.stdout.write([...names].join('\n')))
