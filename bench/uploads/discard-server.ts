/** Reads request bodies and throws them away: the least that a Node server can do with an upload. */
import { createServer } from 'node:http'

const server = createServer({ requestTimeout: 0 }, (request, response) => {
  request.on('data', () => {})
  request.on('end', () => response.writeHead(200, { 'content-length': 0 }).end())
})
server.listen(Number(process.argv[2]), '127.0.0.1')
process.on('SIGTERM', () => process.exit(0))
