import pg from 'pg'
import { noteBrokenLine } from './is-database-away.ts'
import { keptName } from './kept-statements.ts'

type Connected = (error: Error) => void

/** The state of a connection that `pg` keeps and does not expose. */
interface Line {
  _queryable: boolean
  _ending: boolean
}

/**
 * A client whose connection may break at any moment, from the first byte of its handshake on: it always has an error
 * listener, so that an error never ends the process, and every failure that follows counts as the database being
 * unavailable.
 */
export class QuietClient extends pg.Client {
  constructor(config?: string | pg.ClientConfig) {
    super(config)
    this.on('error', noteBrokenLine)
    const noting = (...args: unknown[]) => {
      const answer: unknown = Reflect.apply(super.query, this, named(args))
      return answer instanceof Promise ? answer.catch((error) => this.#rethrow(error)) : answer
    }
    this.query = noting as typeof this.query
  }

  /** However connecting fails, by a broken connection, a refusal or silence, the database is unreachable. */
  override connect(): Promise<this>
  override connect(callback: Connected): void
  override connect(callback?: Connected): Promise<this> | undefined {
    if (callback) {
      super.connect((error: Error) => {
        if (error) noteBrokenLine(error)
        callback(error)
      })
      return undefined
    }
    return new Promise((resolve, reject) => {
      this.connect((error) => (error ? reject(error) : resolve(this)))
    })
  }

  /** The server's own answers are judged by their code. */
  #rethrow(error: unknown): never {
    const { _queryable: isOpen, _ending: isEnding } = this as unknown as Line
    const isBroken = !isOpen || isEnding || this.connection.stream.destroyed
    if (isBroken && error instanceof Error && !(error instanceof pg.DatabaseError)) noteBrokenLine(error)
    throw error
  }
}

/** A statement that the connection keeps prepared gets its name. */
function named(args: unknown[]): unknown[] {
  const [text, values, ...rest] = args
  const name = typeof text === 'string' ? keptName(text) : null
  return name === null ? args : [{ name, text, values }, ...rest]
}

/** Ends an unused connection without a farewell, which a silent server would never acknowledge. */
export function dropClient(client: pg.Client): void {
  client.connection.stream.destroy()
}
