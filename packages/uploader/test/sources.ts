import { randomBytes } from 'node:crypto'
import { onTestFinished } from 'vitest'
import type { SourceFile, Upload, UploadProgress } from '../src/index.ts'
import type { Environment } from '../src/transport/environment.ts'
import { nodeEnvironment } from '../src/transport/node-transport.ts'

/** A file in memory. */
export interface TestFile extends SourceFile {
  content: Buffer
}

export function file(path: string, bytes: number): TestFile {
  const content = randomBytes(bytes)
  const blob = new Blob([content])
  return { path, bytes, modifiedAt: 1_700_000_000_000, content, slice: (start, end) => blob.slice(start, end) }
}

/**
 * Node's environment on a clock that runs `times` as fast, so that waits of a minute take a second, and that ends with
 * the test: an upload that a failed test leaves behind would retry for ever and keep its process busy.
 */
export function hurried(
  times = 20,
  more: Partial<Environment> = {},
  headers: Record<string, string> = {},
): Environment {
  let hasEnded = false
  onTestFinished(() => {
    hasEnded = true
  })
  const clock = {
    now: () => performance.now() * times,
    after(ms: number, run: () => void) {
      const timer = setTimeout(() => hasEnded || run(), ms / times)
      return () => clearTimeout(timer)
    },
  }
  return { ...nodeEnvironment({ clock, headers }), ...more }
}

/** Every snapshot that a listener gets. */
export function record(upload: Upload): UploadProgress[] {
  const told: UploadProgress[] = []
  upload.subscribe((progress) => told.push(progress))
  return told
}

/** Resolves with the first snapshot for which `holds`. */
export function until(upload: Upload, holds: (progress: UploadProgress) => boolean): Promise<UploadProgress> {
  return new Promise((resolve) => {
    const stop = upload.subscribe((progress) => {
      if (!holds(progress)) return
      stop()
      resolve(progress)
    })
  })
}
