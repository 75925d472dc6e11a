/** Answers every request with a zip of all files of a folder, stored, as archiver makes it. */
import { readdirSync } from 'node:fs'
import { createServer } from 'node:http'
import { join } from 'node:path'
import { ZipArchive } from 'archiver'

const [, , port, dir = ''] = process.argv
const server = createServer((_request, response) => {
  response.writeHead(200, { 'content-type': 'application/zip', connection: 'close' })
  const archive = new ZipArchive({ store: true })
  archive.on('error', (error: Error) => response.destroy(error))
  archive.pipe(response)
  for (const name of readdirSync(dir)) archive.file(join(dir, name), { name })
  archive.finalize().catch((error: Error) => response.destroy(error))
})
server.listen(Number(port), '127.0.0.1')
process.on('SIGTERM', () => process.exit(0))
