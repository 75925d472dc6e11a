import { join } from 'node:path'

/** Where Node keeps compiled code, and the plain JavaScript that it makes of our files, from one start to the next. */
export const CODE_CACHE = join(import.meta.dirname, '../../../node_modules/.cache/waybill')
