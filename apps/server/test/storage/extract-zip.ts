import { execFile } from 'node:child_process'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'

const run = promisify(execFile)
const script = `
import sys, zipfile, hashlib, json
with zipfile.ZipFile(sys.argv[1]) as archive:
    assert archive.testzip() is None
    print(json.dumps({i.filename: hashlib.sha256(archive.read(i)).hexdigest() for i in archive.infolist() if not i.is_dir()}))
`

/** Path → SHA-256 of an archive's content, as Python reads it, which checks every checksum. */
export async function hashesInZip(zip: Uint8Array): Promise<Record<string, string>> {
  const folder = await mkdtemp(join(tmpdir(), 'waybill-zip-'))
  try {
    await writeFile(join(folder, 'a.zip'), zip)
    const { stdout } = await run('python3', ['-c', script, join(folder, 'a.zip')])
    return JSON.parse(stdout)
  } finally {
    await rm(folder, { recursive: true, force: true })
  }
}
