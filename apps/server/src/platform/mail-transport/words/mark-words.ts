const en = {
  /** The text before a link on the next line. */
  lead: (label: string) => `${label}:`,
  labelled: (label: string, value: string) => `${label}: ${value}`,
  sentences: (...said: string[]) => said.join(' '),
}

const zh: typeof en = {
  lead: (label) => `${label}：`,
  labelled: (label, value) => `${label}：${value}`,
  sentences: (...said) => said.join(''),
}

/** The marks between words, which differ by language. */
export const markWords = { en, zh }
