import { useEffect, useState } from 'react'
import { loadSealing } from './load-sealing.ts'
import sealingStyles from './sealing.module.css'

/** The name of a public key in eight groups, for two people to read to each other. */
export function KeyFingerprint({ publicKey }: { publicKey: string }) {
  const [fingerprint, setFingerprint] = useState('')
  useEffect(() => {
    let isWanted = true
    loadSealing()
      .then(({ fingerprintOf }) => fingerprintOf(publicKey))
      .then(
        (made) => isWanted && setFingerprint(made),
        () => undefined,
      )
    return () => {
      isWanted = false
    }
  }, [publicKey])
  return <code className={sealingStyles.sealingKey}>{fingerprint}</code>
}
