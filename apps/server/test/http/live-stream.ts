interface Told {
  event: string
  data: Record<string, unknown>
  id: string | undefined
}

/** An open page, and the events it receives. */
export class LiveStream {
  readonly told: Told[] = []
  status = 0
  isOver = false
  readonly #stop = new AbortController()

  constructor(origin: string, ticket: string, after?: number) {
    const url = `${origin}/live?ticket=${ticket}${after === undefined ? '' : `&after=${after}`}`
    void this.#read(url)
      .catch(() => {})
      .finally(() => {
        this.isOver = true
      })
  }

  close = () => this.#stop.abort()
  of = (event: string) => this.told.filter((one) => one.event === event)

  async #read(url: string): Promise<void> {
    const response = await fetch(url, { signal: this.#stop.signal })
    this.status = response.status
    let rest = ''
    for await (const chunk of response.body?.pipeThrough(new TextDecoderStream()) ?? []) {
      const messages = (rest + chunk).split('\n\n')
      rest = messages.pop() ?? ''
      for (const message of messages) {
        const fields = new Map(
          message
            .split('\n')
            .map((line) => [line.slice(0, line.indexOf(':')), line.slice(line.indexOf(':') + 2)] as const),
        )
        const event = fields.get('event')
        if (event) this.told.push({ event, data: JSON.parse(fields.get('data') ?? '{}'), id: fields.get('id') })
      }
    }
  }
}
