/** What to know before files are sealed; on the supplier's page only sealed requests load it. */
export const sealedNote = {
  title: 'Sealed on this device',
  text: (who: string) =>
    `Your files and answers are encrypted in this browser before they leave it. Only ${who} can open them: Waybill cannot read what it stores.`,
  readable:
    'Waybill still sees file names, sizes, when you send, which questions you answer, and the SHA-256 of each file, which appears on your receipt.',
  answered: (who: string) => `You have answered this, and only ${who} can read it. A new answer replaces it.`,
  key: (who: string) => `Key of ${who}`,
  keyText: 'To be sure that it is theirs, compare it with them by phone.',
  insecure: 'This request is sealed, and this page is not secure (https). Ask for a link that starts with https.',
  noScripts: 'This request is sealed. Turn on JavaScript, so that your browser can encrypt what you send.',
}

export type SealedNoteWords = typeof sealedNote
