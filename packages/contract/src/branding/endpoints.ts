import { z } from 'zod'
import { endpoint } from '../core/endpoint.ts'
import { id, label } from '../core/fields.ts'
import { isColour } from './accent.ts'
import { BRAND_NAME_MAX_CHARS, brandSlots, WELCOME_MAX_CHARS } from './page-branding.ts'

const shownPicture = z.object({ path: z.string(), width: z.int(), height: z.int() })

/** What the admin has chosen, whether or not the plan shows it. */
export const branding = z.object({
  name: z.string(),
  /** '#rrggbb' as chosen; pages compute readable colours from it. */
  accent: z.string().nullable(),
  welcome: z.string(),
  showsPoweredBy: z.boolean(),
  logo: shownPicture.nullable(),
  darkLogo: shownPicture.nullable(),
  /** A path. */
  background: z.string().nullable(),
})
export type Branding = z.infer<typeof branding>

const adminProblems = ['unauthenticated', 'admin-only'] as const
const reply = z.object({ branding })

export const readBranding = endpoint('readBranding', {
  summary: 'The branding of the workspace, as its admin chose it',
  auth: 'session',
  isAdminOnly: true,
  reply,
  problems: [...adminProblems],
})

/** Changes only the given fields. What the plan does not show cannot be chosen, but always taken away. */
export const editBranding = endpoint('editBranding', {
  summary: 'Change name, colour, welcome and ‘Sent with Waybill’',
  auth: 'session',
  isAdminOnly: true,
  body: z.strictObject({
    name: label(BRAND_NAME_MAX_CHARS).optional(),
    accent: z.string().max(7).toLowerCase().refine(isColour, 'is no colour such as #0b5cad').nullable().optional(),
    welcome: label(WELCOME_MAX_CHARS).optional(),
    showsPoweredBy: z.boolean().optional(),
  }),
  reply,
  problems: [...adminProblems, 'branding-reserved', 'company-name-refused', 'too-many-requests'],
})

const slotParams = z.strictObject({ slot: z.enum(brandSlots) })

/** The picture as the raw body (png, jpeg or webp, at most 10 MB); the server draws it again and drops the original. */
export const putBrandPicture = endpoint('putBrandPicture', {
  summary: 'Set a logo or the background',
  auth: 'session',
  isAdminOnly: true,
  params: slotParams,
  maxBodyBytes: 10_000_000,
  bodyTypes: ['image/png', 'image/jpeg', 'image/webp'],
  reply,
  problems: [
    ...adminProblems,
    'branding-reserved',
    'picture-unreadable',
    'pictures-refused',
    'body-too-large',
    'too-many-requests',
    'busy',
  ],
})

export const deleteBrandPicture = endpoint('deleteBrandPicture', {
  summary: 'Take a logo or the background away',
  auth: 'session',
  isAdminOnly: true,
  params: slotParams,
  reply,
  problems: [...adminProblems],
})

/** `picture` is a random id, new with each picture. 'page' is WebP; 'mail' is PNG, which every mail program shows. */
export const getBrandPicture = endpoint('getBrandPicture', {
  summary: 'One form of a company’s picture',
  params: z.strictObject({ picture: id, form: z.enum(['page', 'mail']) }),
  problems: ['not-found'],
})
