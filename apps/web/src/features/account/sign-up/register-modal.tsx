import { useNavigate } from '@tanstack/react-router'
import { Dialog, DialogCloseButton, DialogContent } from '../../../shared/ui/dialogs/dialog.tsx'
import { usePageTitle } from '../../../shared/ui/page/page-title.ts'
import layoutStyles from '../../../shared/ui/styles/layout.module.css'
import textStyles from '../../../shared/ui/styles/text.module.css'
import { shellWords } from '../../../shared/ui/words/shell-words.ts'
import { useWords } from '../../../shared/words/language.tsx'
import { accountsWords } from '../sign-in/words/accounts-words.ts'
import styles from './register-modal.module.css'
import { SignUpForm } from './sign-up-form.tsx'

/** Signing up over the home page, whose draft stays as it is. */
export function RegisterModal() {
  const words = useWords(accountsWords)
  const { close } = useWords(shellWords)
  const navigate = useNavigate()
  usePageTitle(words.signUpTitle)
  return (
    <Dialog opened hasAddress onClose={() => void navigate({ to: '/' })} size={440} centered>
      <DialogContent label={words.signUpTitle} className={styles.registerContent} bodyClassName={styles.register}>
        <SignUpForm
          takesFocus
          intro={
            <>
              <h1>{words.signUpTitle}</h1>
              <p className={`${textStyles.soft} ${layoutStyles.large} ${styles.registerText}`}>{words.signUpText}</p>
            </>
          }
        />
        <DialogCloseButton className={`${textStyles.soft} ${styles.registerClose}`} aria-label={close} iconSize={20} />
      </DialogContent>
    </Dialog>
  )
}
