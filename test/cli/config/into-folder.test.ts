import { mkdir, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { intoFolder } from '../../../src/cli/config/into-folder.js'
import { inFolder } from '../../end-to-end/daemon.js'

test('what the system refuses to write names the folder, and has no stack to show', () =>
  inFolder(async folder => {
    const file = join(folder, 'file')
    await writeFile(file, '')
    const refused = intoFolder(file, () => mkdir(file, { recursive: true }))
    await expect(refused).rejects.toMatchObject({ code: 1, message: expect.stringMatching(/file cannot be written.*EEXIST/) })
    const below = intoFolder(folder, () => writeFile(join(file, 'report.html'), ''))
    await expect(below).rejects.toMatchObject({ code: 1, message: expect.stringContaining('ENOTDIR') })
    const long = join(folder, 'x'.repeat(256))
    await expect(intoFolder(long, () => mkdir(long))).rejects.toMatchObject({
      code: 1,
      message: expect.stringContaining('ENAMETOOLONG'),
    })
    const full = intoFolder(folder, () =>
      Promise.reject(new Error('IO Error: Could not write file "a": No space left on device')),
    )
    await expect(full).rejects.toMatchObject({ code: 1, message: expect.stringContaining('No space left') })
  }))

test('other errors stay as they are, and results too', async () => {
  const mistake = new TypeError('ours')
  await expect(intoFolder('out', () => Promise.reject(mistake))).rejects.toBe(mistake)
  expect(await intoFolder('out', () => Promise.resolve(7))).toBe(7)
})
