/** Builds `dist/`, which exists for publishing only: in the repository Node runs the sources themselves. */
import { chmodSync, copyFileSync, globSync, mkdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { execa } from 'execa'
import { cases, requirements } from '../cases/index.ts'
import { createCatalogue } from '../harness/run/catalogue.ts'
import { describedText } from '../harness/run/described-catalogue.ts'

const root = dirname(import.meta.dirname)
const out = join(root, 'dist')
const folders = ['server', 'harness', 'cases', 'protocol']
const shebang = '#!/usr/bin/env node\n'

rmSync(out, { recursive: true, force: true })
const compiled = await execa('tsc', ['-p', 'tsconfig.build.json'], { cwd: root, preferLocal: true, localDir: root, stdout: 'inherit', stderr: 'inherit', reject: false })
if (compiled.exitCode !== 0) {
  process.stderr.write('The sources do not compile; dist/ is not complete.\n')
  process.exit(1)
}
// The compiler copies the package.json that the sources import; a second one would hide the package from itself.
rmSync(join(out, 'package.json'), { force: true })
copyData()
await describeCatalogue()
for (const bin of bins()) makeExecutable(bin)

/** The compiler takes sources only; schemas and other JSON that the product reads while running go beside them. */
function copyData(): void {
  for (const path of globSync(folders.map((folder) => `${folder}/**/*.json`), { cwd: root })) {
    mkdirSync(dirname(join(out, path)), { recursive: true })
    copyFileSync(join(root, path), join(out, path))
  }
}

/** `list` and `explain` read this instead of loading every case. */
async function describeCatalogue(): Promise<void> {
  const { version } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8')) as { version: string }
  writeFileSync(join(out, 'cases/catalogue.json'), describedText(createCatalogue({ cases, requirements }), version))
}

function bins(): string[] {
  const manifest = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8')) as { bin: Record<string, string> }
  return Object.values(manifest.bin).map((path) => join(root, path))
}

/** npm sets the mode when it installs; whoever runs `dist/` as it lies here needs it too. */
function makeExecutable(bin: string): void {
  const text = readFileSync(bin, 'utf8')
  if (!text.startsWith('#!')) writeFileSync(bin, shebang + text)
  chmodSync(bin, statSync(bin).mode | 0o111)
}
