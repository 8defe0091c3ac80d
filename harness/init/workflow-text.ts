/** The workflow that `init` writes: the same run in GitHub Actions, with its reports and its evidence kept. Pure. */
import type { TokenSource } from '../fixture/token-source.ts'
import { quotedScalar } from './plain-text.ts'

/** Full tags, so that a run of today is the run of tomorrow. */
export const actions = {
  checkout: 'actions/checkout@v6.0.2',
  setupNode: 'actions/setup-node@v6.4.0',
  uploadArtifact: 'actions/upload-artifact@v6.0.0',
  uploadSarif: 'github/codeql-action/upload-sarif@v4.35.1',
} as const

export interface WorkflowOptions {
  /** Of the package, which it pins. */
  readonly version: string
  /** The target file, from the folder of the repository, with forward slashes. */
  readonly targetFile: string
  /** The tokens that the target file names; paths from the folder of the repository. */
  readonly tokens: readonly TokenSource[]
  readonly allowRemote: boolean
  /** Whether somebody has to start the server before the run. */
  readonly runsAlready: boolean
}

export function workflowText({ version, targetFile, tokens, allowRemote, runsAlready }: WorkflowOptions): string {
  const environment = tokens.flatMap((token) => (token.kind === 'env' ? [token.name] : []))
  const lines = [
    '# Tests the server of this repository by handoff-conformance. The exit code decides; the artifact is the proof.',
    'name: MCP conformance',
    '',
    'on:',
    '  push:',
    '  pull_request:',
    '',
    'permissions:',
    '  contents: read',
    '  # security-events: write   # for the step that uploads SARIF',
    '',
    'jobs:',
    '  conformance:',
    '    runs-on: ubuntu-latest',
    '    timeout-minutes: 30',
    '    steps:',
    `      - uses: ${actions.checkout}`,
    '        with: { persist-credentials: false }',
    `      - uses: ${actions.setupNode}`,
    '        with: { node-version: 24 }',
    ...(runsAlready
      ? ['      # Start the server here, in the background, and wait until it answers; or let the target file start it.']
      : ['      # Install and build here what the command of the target file needs.']),
    ...tokens.flatMap((token, index) => (token.kind === 'file' ? tokenFileStep(token.path, index) : [])),
    '      - name: Run the cases',
    '        env:',
    ...environment.map((name) => `          ${name}: \${{ secrets.${name} }}`),
    `          TARGET_FILE: ${quotedScalar(targetFile) ?? '""'}`,
    '          # Until the package is on the registry: npm pack in a checkout of it, put the file into the root of this repository,',
    `          # and write handoff-conformance@handoff-conformance-${version}.tgz below.`,
    '        run: |',
    `          npx --yes handoff-conformance@${version} run --target "$TARGET_FILE"${allowRemote ? ' --allow-remote' : ''} \\`,
    '            --level must --evidence release-evidence/conformance \\',
    '            --reporter junit=conformance.junit.xml --reporter sarif=conformance.sarif --reporter html=conformance.html',
    `      - uses: ${actions.uploadArtifact}`,
    '        if: always()',
    '        with:',
    '          name: mcp-conformance',
    '          if-no-files-found: warn',
    '          path: |',
    '            release-evidence/conformance/',
    '            conformance.junit.xml',
    '            conformance.sarif',
    '            conformance.html',
    '      # Findings in the Security tab, where code scanning is turned on:',
    `      # - uses: ${actions.uploadSarif}`,
    '      #   if: always()',
    '      #   with: { sarif_file: conformance.sarif }',
  ]
  return `${lines.join('\n')}\n`
}

const fileVariable = (index: number): string => (index === 0 ? 'ALPHA_TOKEN' : 'BETA_TOKEN')

/** A file of tokens is in no repository, so it is made of a secret. */
function tokenFileStep(path: string, index: number): string[] {
  const name = fileVariable(index)
  return [
    `      - name: Put the token of ${index === 0 ? 'alpha' : 'beta'} where the target file looks for it`,
    '        env:',
    `          ${name}: \${{ secrets.${name} }}`,
    `          TOKEN_FILE: ${quotedScalar(path) ?? '""'}`,
    `        run: umask 077 && mkdir -p "$(dirname "$TOKEN_FILE")" && printf '%s' "$${name}" > "$TOKEN_FILE"`,
  ]
}
