/** The key code of every key that an input method takes (UI Events, section "Legacy key models"). */
const TAKEN_BY_INPUT_METHOD = 229

/**
 * Whether a key belongs to an input method that composes a word. Safari ends the composition before the key that
 * confirms it: that Enter is told by its code alone.
 */
export const isComposing = (event: KeyboardEvent): boolean =>
  event.isComposing || event.keyCode === TAKEN_BY_INPUT_METHOD
