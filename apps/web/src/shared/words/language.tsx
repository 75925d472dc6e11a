import type { Language } from '@waybill/contract/core/fields'
import { createContext, type ReactNode, useCallback, useContext, useEffect, useMemo, useRef, useState } from 'react'
import { keep, readKept } from '../storage/kept.ts'
import { bringLanguage } from './packs.ts'

export type { Language }

/** The server reads it, so that pages and mails come in the chosen language. */
const COOKIE = 'waybill_language'
const YEAR_S = 31_536_000

export const languageTags: Record<Language, string> = { en: 'en', zh: 'zh-CN' }

const asLanguage = (text: string | null | undefined): Language | null => (text === 'en' || text === 'zh' ? text : null)

/**
 * The visitor's choice, else the language of the server's page, else the first of the browser's languages that we have.
 */
export function readLanguage(): Language {
  const tags = [document.documentElement.lang, ...navigator.languages]
  const spoken = tags.map((tag) => asLanguage(tag.slice(0, 2).toLowerCase())).find((language) => language !== null)
  return asLanguage(readKept('language')) ?? spoken ?? 'en'
}

function keepLanguage(language: Language): void {
  keep('language', language)
  const [prefix, secure] = location.protocol === 'https:' ? ['__Host-', '; Secure'] : ['', '']
  // biome-ignore lint/suspicious/noDocumentCookie: the Cookie Store API exists in secure contexts only
  document.cookie = `${prefix}${COOKIE}=${language}; Path=/; Max-Age=${YEAR_S}; SameSite=Lax${secure}`
}

interface Spoken {
  language: Language
  choose: (language: Language) => void
}

const SpokenContext = createContext<Spoken>({ language: 'en', choose: () => {} })

interface LanguageProviderProps {
  initial: Language
  children: ReactNode
}

/** Provides the language for everything below, and stores the visitor's choice. */
export function LanguageProvider({ initial, children }: LanguageProviderProps) {
  const [language, setLanguage] = useState(initial)
  useEffect(() => {
    document.documentElement.lang = languageTags[language]
  }, [language])
  const latest = useRef(initial)
  const choose = useCallback((chosen: Language) => {
    latest.current = chosen
    // Stored before its words load: the user may leave the page meanwhile.
    keepLanguage(chosen)
    const change = () => latest.current === chosen && setLanguage(chosen)
    // Without a connection this page stays in its language.
    bringLanguage(chosen).then(change, () => undefined)
  }, [])
  const spoken = useMemo(() => ({ language, choose }), [language, choose])
  return <SpokenContext value={spoken}>{children}</SpokenContext>
}

export const useLanguage = (): Spoken => useContext(SpokenContext)

/** One feature's words in both languages; Chinese must have the same keys or it does not compile. */
export type Words<T> = Record<Language, T>

/** The feature's words in the visitor's language. */
export function useWords<T>(words: Words<T>): T {
  return words[useLanguage().language]
}

/** The current language, for code outside the pages. */
export const spokenLanguage = (): Language => asLanguage(document.documentElement.lang.slice(0, 2)) ?? 'en'
