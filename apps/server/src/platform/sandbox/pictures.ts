import { Problem } from '@waybill/contract/core/problems'
import type { Logger } from 'pino'
import { Sandbox } from './sandbox.ts'
import { DRAW } from './sandbox-command.ts'
import { systemWall, type Wall, type WallLevel } from './sandbox-wall.ts'
import type { Made, PdfWork, Work } from './sandboxed/work.ts'
import { sniffPicture } from './sniff-picture.ts'

/**
 * Draws pictures from untrusted bytes, in child processes that can reach nothing. Only they parse formats: the result
 * is WebP or PNG that we encoded.
 */
export interface Pictures {
  /**
   * @throws Problem 'picture-unreadable' for bytes that cannot be drawn within the limits; 'busy' while too many wait;
   * 'pictures-refused' where the system offers no isolation
   */
  draw(work: Work, bytes: Uint8Array): Promise<Buffer[]>
  /** One page of a PDF, and how many it has. @throws as `draw` does */
  drawPage(work: PdfWork, bytes: Uint8Array): Promise<{ webp: Buffer; pages: number }>
  /** How strongly the children are isolated. */
  level(): Promise<WallLevel>
  /** Process ids of the running children. */
  pids(): number[]
  close(): Promise<void>
}

export interface PicturesOptions {
  /** The maximum number of children. */
  children?: number
  /** The time after which a child is killed. */
  limitMs?: number
  /** How much work may wait. */
  maxWaiting?: number
  /** How long an idle child is kept. */
  idleMs?: number
  program?: string
  /** The isolation of the children. */
  wall?: Promise<Wall>
}

/** A child that died may have been killed because of other work; a child that dies twice died of these bytes. */
const TRIES = 2
const MOST_PAGES = 1_000_000

/** Children start with the first work and end after a time without work. */
export function openPictures(log: Logger, options: PicturesOptions = {}): Pictures {
  const {
    children = 2,
    limitMs = 20_000,
    maxWaiting = 64,
    idleMs = 60_000,
    program = DRAW,
    wall = systemWall(),
  } = options
  const sandboxes = Array.from({ length: children }, () => new Sandbox(log, { program, limitMs, wall }))
  const level = wall.then((found) => found.level)
  void wall.then((found) => tellWall(log, found))
  const free = [...sandboxes]
  const waiting: Array<(sandbox: Sandbox) => void> = []
  let rest: NodeJS.Timeout | undefined

  const take = async (): Promise<Sandbox> => {
    clearTimeout(rest)
    const sandbox = free.pop()
    if (sandbox !== undefined) return sandbox
    if (waiting.length >= maxWaiting) throw new Problem('busy', { retryAfterSeconds: 5 })
    return new Promise((resolve) => waiting.push(resolve))
  }
  const giveBack = (sandbox: Sandbox) => {
    const next = waiting.shift()
    if (next !== undefined) return next(sandbox)
    free.push(sandbox)
    if (free.length === children) rest = setTimeout(endAll, idleMs).unref()
  }
  const endAll = () => {
    for (const sandbox of sandboxes) sandbox.end()
  }
  const draw = async (work: Work, bytes: Uint8Array): Promise<{ pictures: Buffer[]; pages: number }> => {
    if ((await level) === 'none') throw new Problem('pictures-refused')
    const sandbox = await take()
    try {
      return await drawIn(sandbox, work, bytes)
    } finally {
      giveBack(sandbox)
    }
  }
  return {
    level: () => level,
    draw: async (work, bytes) => (await draw(work, bytes)).pictures,
    async drawPage(work, bytes) {
      const { pictures, pages } = await draw(work, bytes)
      const [webp] = pictures
      if (webp === undefined) throw new Problem('picture-unreadable')
      return { webp, pages }
    },
    pids: () => sandboxes.flatMap(({ pid }) => pid ?? []),
    async close() {
      clearTimeout(rest)
      for (const sandbox of sandboxes) sandbox.close()
    },
  }
}

/** Logged once, at the start: the operator needs to know what isolates untrusted bytes from theirs. */
function tellWall(log: Logger, { level, by }: Wall): void {
  const told = { sandbox: level, by }
  if (level === 'filtered') log.info(told, 'pictures are drawn in namespaces of their own, with system calls filtered')
  else if (level === 'namespaced')
    log.info(told, 'pictures are drawn in namespaces of their own; bubblewrap would add a filter of system calls')
  else log.warn(told, 'pictures are not drawn: this system allows no sandbox (docs/operating.md, "Image sandbox")')
}

async function drawIn(sandbox: Sandbox, work: Work, bytes: Uint8Array): Promise<{ pictures: Buffer[]; pages: number }> {
  for (let tries = 1; ; tries += 1) {
    const outcome = await sandbox.work(work, bytes)
    if (outcome.kind === 'answered') {
      const made = outcome.frame.head as Made
      return { pictures: takeApart(work, made, outcome.frame.body), pages: pagesOf(made) }
    }
    if (outcome.kind === 'out-of-time' || tries === TRIES) throw new Problem('picture-unreadable')
  }
}

/** 1 where the child says nothing sensible: it read hostile bytes. */
const pagesOf = (made: Made): number => {
  const pages = 'pages' in made ? made.pages : 1
  return Number.isInteger(pages) && Number(pages) >= 1 && Number(pages) <= MOST_PAGES ? Number(pages) : 1
}

/**
 * The pictures of an answer, each checked to be of the format that was ordered: the child read hostile bytes, so its word alone is not enough.
 */
function takeApart(work: Work, answer: Made, body: Buffer): Buffer[] {
  if (!('made' in answer) || !Array.isArray(answer.made)) throw new Problem('picture-unreadable')
  let at = 0
  const pngAt = work.task === 'picture' && work.pngPixels !== undefined ? work.pixels.length : -1
  return answer.made.map((bytes, nth) => {
    const picture = body.subarray(at, at + bytes)
    at += bytes
    if (sniffPicture(picture) !== (nth === pngAt ? 'png' : 'webp')) throw new Problem('picture-unreadable')
    return picture
  })
}
