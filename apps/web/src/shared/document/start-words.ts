import { onProblem } from '../api/client.ts'
import { problemWordsReady } from '../api/problem-words.ts'
import { type Language, spokenLanguage } from '../words/language.tsx'
import { bringPacks, type Pack } from '../words/packs.ts'

const TOUCHES = ['pointerdown', 'keydown', 'dragenter', 'paste']

/**
 * Loads an entry's first words, and from the first touch on the words for a server's refusals: most visits need none of
 * them.
 */
export async function startWords(language: Language, packs: readonly Pack[]): Promise<void> {
  const wantProblemWords = () => problemWordsReady(spokenLanguage())
  onProblem(wantProblemWords)
  for (const touch of TOUCHES) addEventListener(touch, wantProblemWords, { once: true, passive: true })
  await bringPacks(language, packs)
}
