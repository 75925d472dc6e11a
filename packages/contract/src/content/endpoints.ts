import { z } from 'zod'
import { endpoint } from '../core/endpoint.ts'
import { block } from './rich-text.ts'

export const changeTypes = ['new', 'improved', 'fixed'] as const

const changelogEntry = z.object({
  id: z.string(),
  types: z.array(z.enum(changeTypes)),
  /** A day: '2026-11-27'. */
  created: z.string(),
  title: z.string(),
  markdownDetails: z.string(),
  /** The same, as blocks of text. */
  details: z.array(block),
  /** The story that the caller's account may read with it; null: there is none for this caller. */
  story: z.string().nullable(),
})
export type ChangelogEntry = z.infer<typeof changelogEntry>

/** In the language of the caller. */
export const readChangelog = endpoint('readChangelog', {
  summary: 'What is new, newest first',
  reply: z.object({
    entries: z.array(changelogEntry),
    /** The newest entry that the caller's account has read; null: none, and for every visitor. */
    lastRead: z.string().nullable(),
  }),
})

/** All older entries count as read too. An entry that is older than the last one read changes nothing. */
export const markNewsRead = endpoint('markNewsRead', {
  summary: 'Mark what is new as read',
  auth: 'session',
  status: 204,
  body: z.strictObject({ entry: z.string().min(1).max(60) }),
  problems: ['unauthenticated', 'not-found'],
})

/** A text for some accounts only, such as those of a plan. For all others it is not there. */
export const readStory = endpoint('readStory', {
  summary: 'A text for some accounts only',
  auth: 'session',
  params: z.strictObject({ name: z.string().min(1).max(60) }),
  reply: z.object({ name: z.string(), title: z.string(), markdownDetails: z.string(), details: z.array(block) }),
  problems: ['unauthenticated', 'not-found'],
})
