import pg from 'pg'
import { noteBrokenLine } from './is-database-away.ts'

type Connected = (error: Error) => void

/** What `pg` keeps of a connection's state and does not tell. */
interface Line {
  _queryable: boolean
  _ending: boolean
}

/**
 * A client whose connection may break at any moment, from the first byte of its handshake on: somebody always listens,
 * so that an error never ends the process, and whatever fails because of it is known as the database being away.
 */
export class QuietClient extends pg.Client {
  constructor(config?: string | pg.ClientConfig) {
    super(config)
    this.on('error', noteBrokenLine)
    const noting = (...args: unknown[]) => {
      const answer: unknown = Reflect.apply(super.query, this, args)
      return answer instanceof Promise ? answer.catch((error) => this.#rethrow(error)) : answer
    }
    this.query = noting as typeof this.query
  }

  /** However connecting fails, by a broken line, a refusal or a silence, the database cannot be reached. */
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

  /** What the server itself has answered is judged by its code. */
  #rethrow(error: unknown): never {
    const { _queryable: isOpen, _ending: isEnding } = this as unknown as Line
    const isBroken = !isOpen || isEnding || this.connection.stream.destroyed
    if (isBroken && error instanceof Error && !(error instanceof pg.DatabaseError)) noteBrokenLine(error)
    throw error
  }
}

/** Ends a connection that nobody needs any more without a farewell, for which a silent server would be waited. */
export function dropClient(client: pg.Client): void {
  client.connection.stream.destroy()
}
