import { useEffect, useRef } from 'react'
import { createPortal } from 'react-dom'
import { dismissFailure, type Failure, followPresses, useFailures } from '../../api/failures.ts'
import { LaterRefusalWay } from '../../billing/upgrade/later-refusal-way.tsx'
import { useWords } from '../../words/language.tsx'
import { Icon } from '../marks/icons.tsx'
import layoutStyles from '../styles/layout.module.css'
import partsStyles from '../styles/parts.module.css'
import { shellWords } from '../words/shell-words.ts'

/** Shows every failed change in the part of the page where it was asked for. */
export function FailureLines() {
  const failures = useFailures()
  useEffect(followPresses, [])
  return failures.map((failure) => createPortal(<FailureLine failure={failure} />, failure.line, failure.id))
}

function FailureLine({ failure: { id, title, refusal } }: { failure: Failure }) {
  const words = useWords(shellWords)
  const line = useRef<HTMLDivElement>(null)
  useEffect(() => void line.current?.scrollIntoView({ block: 'nearest' }), [])
  return (
    <div
      ref={line}
      className={`${layoutStyles.callout} ${layoutStyles.ends} ${layoutStyles.wholeLine}`}
      data-tone="bad"
      role="alert"
    >
      <p>
        {title} {refusal && <LaterRefusalWay {...refusal} onLeave={() => dismissFailure(id)} />}
      </p>
      <button
        type="button"
        className={partsStyles.iconButton}
        aria-label={words.close}
        onClick={() => dismissFailure(id)}
      >
        <Icon name="remove" size={16} />
      </button>
    </div>
  )
}
