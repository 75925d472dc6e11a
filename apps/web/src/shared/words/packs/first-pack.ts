import type { Pack } from '../packs.ts'

/** The first words of every page. */
export const firstPack: Pack = { en: () => import('./en/first.ts'), zh: () => import('./zh/first.ts') }
