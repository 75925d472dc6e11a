import pino, { type Logger } from 'pino'
import type { LogLevel } from './config/config.ts'

const STANDARD_ERROR = 2

/**
 * Structured lines on standard error. Requests are logged by route, never by URL, so that links and tokens stay out.
 */
export function makeLog(level: LogLevel, dest: number | string = STANDARD_ERROR): Logger {
  return pino(
    {
      level,
      base: null,
      timestamp: pino.stdTimeFunctions.isoTime,
      redact: ['*.authorization', '*.cookie', '*.token', '*.headers', 'req.headers', 'error.config'],
      serializers: { error: pino.stdSerializers.err, err: pino.stdSerializers.err },
    },
    pino.destination({ dest, sync: typeof dest === 'string' }),
  )
}
