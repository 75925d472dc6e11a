import type { Pack } from '../packs.ts'

/** What every page says at once. */
export const firstPack: Pack = { en: () => import('./en/first.ts'), zh: () => import('./zh/first.ts') }
