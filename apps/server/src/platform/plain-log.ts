import { writeSync } from 'node:fs'

const WARNING = 40
const names: Record<number, string> = { 40: 'warning', 50: 'error', 60: 'fatal' }

/** A text that strangers wrote, for a terminal that must not obey it: line ends and tabs stay, controls do not. */
// biome-ignore lint/suspicious/noControlCharactersInRegex: control characters are what is removed
export const withoutControls = (text: string): string => text.replace(/[\x00-\x08\x0b-\x1f\x7f-\x9f]/g, '')

/**
 * A line of the log for a person at a terminal: `09:06:24 warning: what happened (dir /data)`, and under it the stack of
 * an error. A line that is not ours stays as it is. Mail servers and browsers write parts of an entry, and JSON no longer
 * escapes them here: control characters are removed.
 */
export function plainLine(line: string): string {
  let entry: Record<string, unknown>
  try {
    entry = JSON.parse(line) as Record<string, unknown>
  } catch {
    return line
  }
  // The security log goes on at every level; it can be listed at any time.
  if (Number(entry.level) < WARNING) return ''
  const { level, time, msg, error, err, ...facts } = entry
  const told = Object.entries(facts).filter(([, value]) => typeof value === 'string' || typeof value === 'number')
  const about = told.map(([name, value]) => `${name} ${String(value).replace(/\s+/g, ' ')}`).join(', ')
  const clock = String(time).slice(11, 19)
  const head = `${clock} ${names[Number(level)] ?? 'error'}: ${msg}${about === '' ? '' : ` (${about})`}`
  const { stack, message } = ((error ?? err) as { stack?: string; message?: string } | undefined) ?? {}
  const lines = [head, stack ?? message].filter((part) => part !== undefined)
  return `${withoutControls(lines.join('\n'))}\n`
}

/** Writes such lines to a terminal; it is drawn on at once, so that nothing is lost at an exit. */
export const plainTerminal = (fd: number) => ({ write: (line: string) => void writeSync(fd, plainLine(line)) })
