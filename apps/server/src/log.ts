import pino, { type Logger } from 'pino'
import type { LogLevel } from './config/config.ts'

/** Structured lines on standard error. Requests are logged by route, never by URL: links and tokens stay out. */
export function makeLog(level: LogLevel): Logger {
  return pino(
    {
      level,
      base: null,
      timestamp: pino.stdTimeFunctions.isoTime,
      redact: ['*.authorization', '*.cookie', '*.token', '*.headers', 'req.headers', 'error.config'],
      serializers: { error: pino.stdSerializers.err, err: pino.stdSerializers.err },
    },
    pino.destination({ dest: 2, sync: false }),
  )
}
