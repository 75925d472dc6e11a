import { z } from 'zod'
import { endpoint } from '../core/endpoint.ts'
import { bytes, instant } from '../core/fields.ts'
import { regions } from './regions.ts'

const region = z.enum(regions)

/** The stored files of a workspace on their way to another region. Links work throughout. */
export const regionMove = z.object({
  /** Where they go. */
  region,
  /** 'waits-store': a store does not answer; 'waits-uploads': what is still being sent follows once it is complete. */
  state: z.enum(['moving', 'waits-store', 'waits-uploads', 'done', 'stopped']),
  /** The region whose store does not answer; null where all do. */
  away: region.nullable(),
  files: z.int(),
  movedFiles: z.int(),
  bytes,
  movedBytes: bytes,
  /** Files whose stored bytes are damaged: they stay where they are. */
  keptFiles: z.int(),
  startedAt: instant,
  endedAt: instant.nullable(),
})
export type RegionMove = z.infer<typeof regionMove>

export const regionSettings = z.object({
  /** Where new files of the workspace go. */
  region,
  /** The regions to choose from, the default first; a single one leaves no choice. */
  regions: z.array(region),
  /** Stored files that are not in the region. */
  elsewhere: z.object({ files: z.int(), bytes }),
  /** The running move, else the last one; null: none yet. */
  move: regionMove.nullable(),
})
export type RegionSettings = z.infer<typeof regionSettings>

export const route = z.object({
  region,
  /** The origin to which parts go there; null: this server's own. */
  origin: z.string().nullable(),
})
export type Route = z.infer<typeof route>

/** For a browser that measures which region is the fastest; empty where it cannot tell two apart. */
export const listRoutes = endpoint('listRoutes', {
  summary: 'The way to the store of each region',
  reply: z.object({ routes: z.array(route) }),
})

export const readRegion = endpoint('readRegion', {
  summary: 'In which region the files of a workspace are stored',
  auth: 'session',
  isAdminOnly: true,
  reply: regionSettings,
  problems: ['unauthenticated', 'admin-only'],
})

/**
 * New files go to this region from now on. With `movesFiles`, stored ones are moved there too; without it, a running
 * move to another region ends. The same call again changes nothing.
 */
export const chooseRegion = endpoint('chooseRegion', {
  summary: 'Choose the region of a workspace',
  auth: 'session',
  isAdminOnly: true,
  body: z.strictObject({ region, movesFiles: z.boolean() }),
  reply: regionSettings,
  problems: ['unauthenticated', 'admin-only', 'invalid-input', 'too-many-requests'],
})
