import { Problem } from '@waybill/contract/core/problems'
import type { Logger } from 'pino'
import { Sandbox } from './sandbox.ts'
import { DRAW } from './sandbox-command.ts'
import { systemWall, type Wall, type WallLevel } from './sandbox-wall.ts'
import type { Made, Work } from './sandboxed/work.ts'

/**
 * Draws pictures out of strangers' bytes, in child processes that can reach nothing. Formats are parsed there alone:
 * what comes back is WebP of our own making.
 */
export interface Pictures {
  /**
   * @throws Problem 'picture-unreadable' for bytes that cannot be drawn within the limits; 'busy' while too many wait;
   * 'pictures-refused' where the system has no wall to draw behind
   */
  draw(work: Work, bytes: Uint8Array): Promise<Buffer[]>
  /** How the children are kept in. */
  level(): Promise<WallLevel>
  /** Process ids of the children that run. */
  pids(): number[]
  close(): Promise<void>
}

export interface PicturesOptions {
  /** Children at most. */
  children?: number
  /** After which a child is killed. */
  limitMs?: number
  /** Work that may wait. */
  maxWaiting?: number
  /** How long a child without work is kept. */
  idleMs?: number
  program?: string
  /** What the children are kept behind. */
  wall?: Promise<Wall>
}

/** A child that died may have been killed for somebody else's sake; one that dies twice dies of the bytes. */
const TRIES = 2

/** Children start with the first work and end when there has been none for a while. */
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
  return {
    level: () => level,
    async draw(work, bytes) {
      if ((await level) === 'none') throw new Problem('pictures-refused')
      const sandbox = await take()
      try {
        return await drawIn(sandbox, work, bytes)
      } finally {
        giveBack(sandbox)
      }
    },
    pids: () => sandboxes.flatMap(({ pid }) => pid ?? []),
    async close() {
      clearTimeout(rest)
      for (const sandbox of sandboxes) sandbox.close()
    },
  }
}

/** Said once, at start: the operator is to know what keeps strangers' bytes away from theirs. */
function tellWall(log: Logger, { level, by }: Wall): void {
  const told = { sandbox: level, by }
  if (level === 'filtered') log.info(told, 'pictures are drawn in namespaces of their own, with system calls filtered')
  else if (level === 'namespaced')
    log.info(told, 'pictures are drawn in namespaces of their own; bubblewrap would add a filter of system calls')
  else log.warn(told, 'pictures are not drawn: this system allows no sandbox (docs/operating.md, "Image sandbox")')
}

async function drawIn(sandbox: Sandbox, work: Work, bytes: Uint8Array): Promise<Buffer[]> {
  for (let tries = 1; ; tries += 1) {
    const outcome = await sandbox.work(work, bytes)
    if (outcome.kind === 'answered') return takeApart(outcome.frame.head as Made, outcome.frame.body)
    if (outcome.kind === 'out-of-time' || tries === TRIES) throw new Problem('picture-unreadable')
  }
}

/** The pictures of an answer, each of them WebP: the child read hostile bytes, so its word alone is not enough. */
function takeApart(answer: Made, body: Buffer): Buffer[] {
  if (!('made' in answer) || !Array.isArray(answer.made)) throw new Problem('picture-unreadable')
  let at = 0
  return answer.made.map((bytes) => {
    const picture = body.subarray(at, at + bytes)
    at += bytes
    const isWebp = picture.toString('latin1', 0, 4) === 'RIFF' && picture.toString('latin1', 8, 12) === 'WEBP'
    if (!isWebp) throw new Problem('picture-unreadable')
    return picture
  })
}
