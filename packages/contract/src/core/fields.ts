import { z } from 'zod'
import { MESSAGE_MAX_CHARS, TITLE_MAX_CHARS } from '../transfers/message-links.ts'
import { cleanLine, cleanText } from './invisible.ts'

/** Schemas that several modules share. Strings refuse NUL, which PostgreSQL cannot hold, and lone surrogates. */
const wellFormed = (text: string) => !text.includes('\0') && text.isWellFormed()
export const text = (maxChars: number) =>
  z.string().max(maxChars).refine(wellFormed, 'holds characters that cannot be kept')

export const id = z.string().regex(/^[0-9a-zA-Z_-]{1,64}$/)
export const slug = z.string().regex(/^[0-9A-Za-z]{7}$/)
/** A size or offset in bytes: a safe integer. */
export const bytes = z.int().min(0)
export const crc32Field = z.int().min(0).max(0xffff_ffff)
export const instant = z.iso.datetime()
/** Long enough for anything typed; the address parser decides whether it is valid. */
export const typedAddress = text(1_000)
/** Text that other people read, as `cleanText` returns it. */
export const prose = (maxChars: number) => text(maxChars).overwrite(cleanText)
/** The same on one line. */
export const label = (maxChars: number) => text(maxChars).overwrite(cleanLine)
export const message = prose(MESSAGE_MAX_CHARS * 8)
export const title = label(TITLE_MAX_CHARS * 8)
export const language = z.enum(['en', 'zh'])
export type Language = z.infer<typeof language>
/** Fields that the wire names and the server owns: accepted and ignored. */
export const ignored = z.unknown().optional()

/** Paths of an account's uploaded picture in two sizes; null: the page draws initials. */
export const profilePic = z.object({ small: z.string(), verysmall: z.string() }).nullable()
export type ProfilePic = z.infer<typeof profilePic>
