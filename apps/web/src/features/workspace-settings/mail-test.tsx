import type { MailDomain } from '@waybill/contract/mail-domains/endpoints'
import { useMutation } from '../../shared/api/use-mutation.ts'
import { Button } from '../../shared/ui/fields/button.ts'
import { FailureLine } from '../../shared/ui/fields/failure-line.tsx'
import layoutStyles from '../../shared/ui/styles/layout.module.css'
import { useWords } from '../../shared/words/language.tsx'
import { testMailDomain } from './use-mail-domain.ts'
import { mailDomainWords } from './words/mail-domain-words.ts'
import type { MailDomainWords } from './words/mail-en.ts'

/** A test email to oneself, and what this server knows of it. */
export function MailTest({ test }: Pick<MailDomain, 'test'>) {
  const words = useWords(mailDomainWords)
  const { isBusy, error, save } = useMutation()
  return (
    <div className={layoutStyles.stackTight}>
      <div className={layoutStyles.wrap}>
        <Button
          variant="default"
          loading={isBusy}
          disabled={test?.state === 'waiting'}
          onClick={() => void save(testMailDomain)}
        >
          {words.test}
        </Button>
      </div>
      <div role="status">{test !== null && <p>{sentenceOf(test, words)}</p>}</div>
      <FailureLine>{error}</FailureLine>
    </div>
  )
}

function sentenceOf({ state, signedFor, unsignedBecause }: NonNullable<MailDomain['test']>, words: MailDomainWords) {
  if (state === 'waiting') return words.testWaiting
  if (state === 'refused') return words.testRefused
  if (state === 'kept') return words.testKept
  return signedFor === null ? words.testOurs[unsignedBecause ?? 'none'] : words.testSigned(signedFor)
}
