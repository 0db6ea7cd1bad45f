import { resolve } from 'node:path'
import ts from 'typescript'
import { expect, test } from 'vitest'

test('what the seams forbid does not compile', () => {
  const root = resolve(import.meta.dirname, '..')
  const config = ts.getParsedCommandLineOfConfigFile(
    resolve(root, 'tsconfig.json'),
    {},
    { ...ts.sys, onUnRecoverableConfigFileDiagnostic: () => {} },
  )
  const program = ts.createProgram([resolve(root, 'test/seams.proof.ts')], { ...config?.options, noEmit: true })
  const complaints = ts
    .getPreEmitDiagnostics(program)
    .map(diagnostic => ts.flattenDiagnosticMessageText(diagnostic.messageText, '\n'))
  expect(complaints).toEqual([])
}, 120_000)
