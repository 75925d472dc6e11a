import { Loader } from '@mantine/core'
import { useCallback, useEffect, useRef, useState } from 'react'
import textStyles from '../styles/text.module.css'

const LOCK_MS = 2_000

interface ResendButtonProps {
  /** Asks for a new code and says how it went; never rejects. */
  onPress: () => Promise<void>
  children: string
}

/**
 * Locked for two seconds after each code, the first one too, so that an impatient user does not ask for five. The two
 * seconds start with the answer: the server counts from when it made the code.
 */
export function ResendButton({ onPress, children }: ResendButtonProps) {
  const [isLocked, setLocked] = useState(true)
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined)
  const unlockLater = useCallback(() => {
    timer.current = setTimeout(() => setLocked(false), LOCK_MS)
  }, [])
  useEffect(() => {
    unlockLater()
    return () => clearTimeout(timer.current)
  }, [unlockLater])
  const press = async () => {
    setLocked(true)
    await onPress()
    unlockLater()
  }
  return (
    <button type="button" className={textStyles.quietButton} disabled={isLocked} onClick={() => void press()}>
      {isLocked && <Loader size={14} color="var(--ink-soft)" />}
      {children}
    </button>
  )
}
