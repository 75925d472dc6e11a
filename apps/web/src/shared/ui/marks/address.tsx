import { Fragment } from 'react'

/** An email address that wraps before its '@' and its dots, and not within a word. */
export function Address({ of }: { of: string }) {
  return [...of.matchAll(/[@.]?[^@.]+|[@.]/g)].map(({ 0: piece, index: at }) => (
    <Fragment key={at}>
      {at > 0 && <wbr />}
      {piece}
    </Fragment>
  ))
}
