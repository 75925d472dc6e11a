import { Fragment } from 'react'

/** A mail address that breaks before its '@' and its dots where it has to break, and not within a word. */
export function Address({ of }: { of: string }) {
  return [...of.matchAll(/[@.]?[^@.]+|[@.]/g)].map(({ 0: piece, index: at }) => (
    <Fragment key={at}>
      {at > 0 && <wbr />}
      {piece}
    </Fragment>
  ))
}
