import pino, { type Logger, type LoggerOptions } from 'pino'
import type { Config, LogLevel } from './config/config.ts'
import { plainTerminal } from './plain-log.ts'

const STANDARD_ERROR = 2

/**
 * Structured lines on standard error. Requests are logged by route, never by URL, so that links and tokens stay out.
 */
export function makeLog(level: LogLevel, dest: number | string = STANDARD_ERROR): Logger {
  return pino(settingsOf(level), pino.destination({ dest, sync: typeof dest === 'string' }))
}

/**
 * The log of a whole server. At a terminal whose user has chosen no level, only what needs a hand is shown, in words:
 * programs that collect a log read a pipe or a file, and get every line.
 */
export const makeServerLog = ({ logLevel, given }: Pick<Config, 'logLevel' | 'given'>, isTerminal: boolean): Logger =>
  isTerminal && !given.get('LOG_LEVEL') ? pino(settingsOf('warn'), plainTerminal(STANDARD_ERROR)) : makeLog(logLevel)

const settingsOf = (level: LogLevel): LoggerOptions => ({
  level,
  base: null,
  timestamp: pino.stdTimeFunctions.isoTime,
  redact: ['*.authorization', '*.cookie', '*.token', '*.headers', 'req.headers', 'error.config'],
  serializers: { error: pino.stdSerializers.err, err: pino.stdSerializers.err },
})
