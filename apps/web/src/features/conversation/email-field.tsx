import { FormField } from '../../shared/ui/fields/form-field.tsx'
import layoutStyles from '../../shared/ui/styles/layout.module.css'
import textStyles from '../../shared/ui/styles/text.module.css'
import { useWords } from '../../shared/words/language.tsx'
import { conversationWords } from './words/conversation-words.ts'

/** Where a visitor wants to get the answer too. */
export function EmailField({ value, onType }: { value: string; onType: (email: string) => void }) {
  const words = useWords(conversationWords)
  return (
    <div>
      <FormField
        label={words.email}
        value={value}
        type="email"
        autoComplete="email"
        autoCapitalize="none"
        spellCheck={false}
        onType={onType}
      />
      <p className={`${textStyles.soft} ${layoutStyles.small}`}>{words.emailHint}</p>
    </div>
  )
}
