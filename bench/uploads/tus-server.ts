/** @tus/server with its file store, set up as its documentation says. */
import { FileStore } from '@tus/file-store'
import { Server } from '@tus/server'

const [, , port, directory = ''] = process.argv
const server = new Server({ path: '/files', datastore: new FileStore({ directory }) })
server.listen({ host: '127.0.0.1', port: Number(port) })
process.on('SIGTERM', () => process.exit(0))
