/** Runs behind the sandbox's wall with nothing of Node's own in its way, and tells what came of each attempt. */
import { readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { connect } from 'node:net'
import { argv, kill, stdout } from 'node:process'

const [, , secretFile, folder, port, stranger] = argv

function outcome(attempt) {
  try {
    attempt()
    return 'done'
  } catch (error) {
    return error.code
  }
}

const connected = new Promise((resolve) => {
  const socket = connect(Number(port), '127.0.0.1')
  socket.once('connect', () => resolve('done'))
  socket.once('error', (error) => resolve(error.code))
})

stdout.write(
  JSON.stringify({
    secret: outcome(() => readFileSync(secretFile)),
    folder: outcome(() => readdirSync(folder)),
    password: outcome(() => readFileSync('/etc/passwd')),
    itself: outcome(() => readFileSync('/proc/self/environ')),
    write: outcome(() => writeFileSync('/written', 'x')),
    signal: outcome(() => kill(Number(stranger), 0)),
    connect: await connected,
  }),
)
