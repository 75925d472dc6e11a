import type { BrowserContext } from '@playwright/test'
import type { Part } from './waybill-server.ts'

/** Parts that pages of a browser began to send, and those the server said it has, in the order of what happened. */
export interface PartsSent {
  begun: Part[]
  answered: Part[]
}

interface Notebook {
  notePart(what: keyof PartsSent, part: Part): Promise<void>
}

/** Notes what pages opened from now on send. */
export async function noteParts(context: BrowserContext): Promise<PartsSent> {
  const parts: PartsSent = { begun: [], answered: [] }
  await context.exposeBinding('notePart', (_source, what: keyof PartsSent, part: Part) => {
    parts[what].push(part)
  })
  await context.addInitScript(listenToParts)
  return parts
}

/** Runs in the page, before its own scripts. */
function listenToParts(): void {
  const { open, setRequestHeader, send } = XMLHttpRequest.prototype
  const places = new WeakMap<XMLHttpRequest, { blob: string; from: number }>()
  XMLHttpRequest.prototype.open = function (this: XMLHttpRequest, ...args: unknown[]) {
    const [, , , , blob = ''] = new URL(String(args[1]), location.href).pathname.split('/')
    places.set(this, { blob, from: 0 })
    Reflect.apply(open, this, args)
  }
  XMLHttpRequest.prototype.setRequestHeader = function (name, value) {
    const place = places.get(this)
    if (place && name.toLowerCase() === 'waybill-offset') place.from = Number(value)
    setRequestHeader.call(this, name, value)
  }
  XMLHttpRequest.prototype.send = function (body) {
    const { notePart } = window as unknown as Notebook
    const { blob, from } = places.get(this) ?? { blob: '', from: 0 }
    const part = { blob, from, to: from + (body instanceof Blob ? body.size : (body as ArrayBuffer).byteLength) }
    void notePart('begun', part)
    this.addEventListener('load', () => {
      if (this.status === 200) void notePart('answered', part)
    })
    send.call(this, body)
  }
}

/** How many bytes of `sent` lie in what was `kept` already. */
export function sentAgain(sent: readonly Part[], kept: readonly Part[]): number {
  let bytes = 0
  for (const part of sent) {
    for (const other of kept) {
      if (part.blob === other.blob) bytes += Math.max(0, Math.min(part.to, other.to) - Math.max(part.from, other.from))
    }
  }
  return bytes
}

export const bytesOf = (parts: readonly Part[]): number => parts.reduce((sum, { from, to }) => sum + to - from, 0)
