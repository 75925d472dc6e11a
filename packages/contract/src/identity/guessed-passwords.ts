/**
 * The passwords that are guessed first, generated the way people build them: words followed by a number, keyboard
 * walks, runs and repeats of digits, dates. Generated once, when the first password is judged.
 */
const words = `
  password passwort passw0rd p@ssword p@ssw0rd pass passwd pa55word login admin administrator root user guest test demo
  welcome changeme letmein secret access master default system server computer internet windows samsung google apple
  iphone android microsoft facebook twitter instagram linkedin youtube yahoo gmail qq qwe asd zxc abc abcd abcde abcdef
  qwerty qwert qwertz azerty asdf asdfgh zxcv zxcvbn qaz wsx qazwsx iloveyou ilove loveme lovely love lover loveyou
  baby babygirl angel angels princess prince king queen sunshine shadow dragon monkey tiger tigers lion panther eagle
  eagles falcon wolf bear dolphin dolphins elephant penguin rabbit turtle kitten kitty puppy spider snake horse chicken
  football baseball basketball soccer hockey tennis cricket golf fishing liverpool chelsea arsenal barcelona realmadrid
  juventus manutd manchester lakers yankees cowboys steelers packers ferrari porsche mercedes toyota honda yamaha
  mustang corvette camaro harley superman batman spiderman ironman starwars startrek pokemon pikachu naruto minecraft
  fortnite matrix merlin wizard gandalf phoenix hunter killer ranger warrior soldier knight ninja samurai pirate hacker
  legend champion winner success power freedom forever always never nothing whatever trustno1 trust believe hope faith
  heaven jesus christ god blessed family friend friends mother father mommy daddy mama papa sister brother summer
  winter spring autumn january february march april may june july august september october november december monday
  tuesday wednesday thursday friday saturday sunday london paris berlin madrid newyork boston chicago dallas texas
  florida california america canada mexico brasil india china beijing shanghai shenzhen hongkong taiwan japan tokyo
  korea russia france germany italia espana orange banana apples cherry lemon peach mango melon strawberry chocolate
  cookie cheese coffee pepper ginger sugar honey candy butter pizza popcorn red blue green yellow purple black white
  pink silver golden diamond crystal ruby rainbow flower flowers rose lily daisy butterfly star stars moon sun ocean
  mountain river snow storm thunder fire ice music guitar piano metallica nirvana slipknot eminem beatles hannah
  jessica jennifer michelle nicole amanda ashley samantha stephanie elizabeth victoria rachel melissa rebecca sarah
  laura lauren maria marina monica natasha olivia sophie vanessa veronica andrea angela anna barbara charlotte claudia
  daniela emily emma jasmine julia karina katie michael daniel david robert john james joseph thomas charles william
  richard matthew anthony andrew joshua jordan justin jonathan brandon christian christopher nicholas alexander
  alexandra alex benjamin samuel steven patrick peter george edward eric kevin brian jason ryan tyler taylor austin
  dylan nathan adam aaron martin oliver oscar oscar1 carlos juan jose luis miguel antonio francisco fernando pedro
  mohamed mohammed muhammad ahmed ali hassan ibrahim fatima priya rahul krishna ganesh sai amit deepak sanjay pakistan
  bangladesh philippines indonesia vietnam thailand maggie buster charlie bailey buddy max rocky lucky jack jake molly
  tigger snoopy mickey minnie garfield scooby donald pooh nemo simba bella coco oreo princesa amor
  teamo tequiero hola amigo familia estrella bonita carino corazon bonjour soleil doudou chouchou loulou marseille
  hallo schatz sommer woaini woaiwo wodemima mima zhang wang li zhao liu chen yang huang wei aini caonima
  nihao beijing2008 taobao alibaba weixin wechat tencent baidu huawei xiaomi dota lol hello hi hey yes no okay please
  thanks thankyou fuckyou fuckme fuckoff asshole bitch bullshit sexy sexsex pussy dick blowjob hottie cutie sweetie
  sweet smile happy lucky7 magic mystery spirit dream dreams wonder genius simple easy hard rock rocknroll police
  doctor teacher student school college university company business office work job boss manager security private
  secure backup temp temporary sample example testing tester root123 oracle mysql postgres support service ftp www
  web mail email cisco dell intel nokia motorola sony nintendo playstation xbox gamer player game games
  123 1234 12345 a1b2c3 a1b2c3d4 aa aaa aaaa asdasd asdfasdf qweqwe qweasd qweasdzxc zaq1 zaq12wsx xsw2 1qaz 1q2w 1q2w3e
  1q2w3e4r 1q2w3e4r5t q1w2e3 q1w2e3r4 q1w2e3r4t5 1qaz2wsx 1qazxsw2 qwer asdzxc blink182 jordan23 caroline maverick midnight
  junior creative cocacola scooter morgan jackson gabriel jasper danielle bandit scorpion scorpio monster dexter stella
  chester barney patricia sandra parker heather victor casper gemini hammer cooper albert swordfish carolina hardcore
  sabrina remember dennis sparky arthur leonardo johnny winston snickers iceman destiny apollo williams madison dakota
  angelina anderson trinity compaq shannon playboy peanut peanuts diablo maxwell murphy marlboro kimberly gateway
  snowball nikita sebastian johnson godzilla genesis brandy adidas online bubbles smokey precious mercury einstein
  cameron napoleon sierra wilson nelson muffin calvin spencer willow stupid samson paradise jaguar jackie brooklyn
  slayer peaches miller bulldog animal rosebud franklin claire american vincent pumpkin platinum louise general united
  marine icecream darkness cristina colorado boomer serenity montana mitchell marcus lollipop jessie cowboy marshall
  jupiter jeremy gibson adrian digital christine`
  .split(/\s+/)
  .filter(Boolean)

/** What people append to a word, most common first. */
const endings = ['', '1', '123', '12', '1234', '12345', '123456', '!', '1!', '123!', '01', '2', '7', '11', '69', '88']
const endingsOfFew = [
  '00',
  '10',
  '13',
  '21',
  '22',
  '23',
  '33',
  '55',
  '66',
  '77',
  '99',
  '007',
  '111',
  '321',
  '520',
  '666',
]
const fewWords = `password welcome qwerty admin abc love iloveyou woaini hello test monkey dragon a q qq aa asd qwe zxc
  letmein master summer winter spring autumn football baseball superman batman princess angel sunshine shadow michael
  daniel jordan charlie hunter soccer computer internet samsung secret pass user root zhang wang li liu chen`.split(
  /\s+/,
)
const recentYears = Array.from({ length: 20 }, (_, i) => `${2010 + i}`)
const birthYears = Array.from({ length: 60 }, (_, i) => `${1950 + i}`)

const rows = [
  '1234567890',
  'qwertyuiop',
  'asdfghjkl',
  'zxcvbnm',
  'abcdefghijklmnopqrstuvwxyz',
  'qwertzuiop',
  'azertyuiop',
]
const columns = ['1qaz', '2wsx', '3edc', '4rfv', '5tgb', '6yhn', 'qaz', 'wsx', 'edc', 'rfv']
const knownNumbers = `123321 123123 123123123 112233 11223344 1122334455 121212 12121212 131313 123654 123698745 147258
  147258369 147852 147852369 159357 159753 159951 192837465 102030 10203040 100200 101010 1010101 741852 741852963
  753951 789456 789456123 456789 456123 258456 369258147 332211 445566 778899 998877 7758521 5201314 1314520 520520
  5211314 1314521 201314 20131420 110110 119119 12344321 1234554321 123454321 12341234 123412345 1233211234567 1123581321
  31415926 314159 271828 696969 420420 007007 911911 987654321 9876543210 876543210 0987654321 0123456789 012345 01234567
  123456a 123456q 123456abc 123456aa 1234567a 12345678a 123456789a a123456 a1234567 a12345678 a123456789 q123456
  aa123456 aa123456789 abc123456 asd123456 qwe123456 zxc123456 qq123456 123qwe 123qweasd 123qweasdzxc 123asd 123abc
  1234qwer 12345qwert 123456qwerty qwe123 qwer1234 qwerty1234 asdf1234 zxcv1234 abcd1234 abc12345 woaini1314 woaini520
  woaini521 1a2b3c 1a2b3c4d 1password 123password mypassword password123456 passwordpassword adminadmin testtest
  iloveyou2 iloveu iloveyousomuch loveyou1 trustno1 ncc1701 thx1138 bond007 james007 rush2112 8675309 5150 0000`.split(
  /\s+/,
)

/** Every run of at least `least` letters from a row, forwards and backwards. */
function* runsOf(row: string, least: number): Iterable<string> {
  for (const line of [row, [...row].reverse().join('')]) {
    for (let from = 0; from < line.length; from++) {
      for (let to = from + least; to <= line.length; to++) yield line.slice(from, to)
    }
  }
}

function* numbers(): Iterable<string> {
  for (const sign of '0123456789abcdefghijklmnopqrstuvwxyz') {
    for (let chars = 5; chars <= 12; chars++) yield sign.repeat(chars)
  }
  for (const one of '0123456789') {
    for (const other of '0123456789') {
      yield `${one}${other}`.repeat(3)
      yield `${one}${other}`.repeat(4)
      yield `${one.repeat(3)}${other.repeat(3)}`
      yield `${one.repeat(4)}${other.repeat(4)}`
    }
  }
  for (const year of birthYears) yield* [`${year}${year}`, `01011${year}`, `0101${year}`, `${year}0101`]
}

function* everyOne(): Iterable<string> {
  for (const word of words) for (const ending of endings) yield word + ending
  for (const word of fewWords) for (const ending of [...endings, ...endingsOfFew, ...recentYears]) yield word + ending
  for (const word of words) yield word + word
  for (const row of rows) yield* runsOf(row, 4)
  for (const one of columns) for (const other of columns) yield* [one + other, one + other + other, `${one}${other}!`]
  yield* numbers()
  yield* knownNumbers
}

let made: ReadonlySet<string> | null = null

/** All of them, in lower case. */
export function guessedPasswords(): ReadonlySet<string> {
  made ??= new Set([...everyOne()].map((one) => one.toLowerCase()))
  return made
}

/** Whether this is among the passwords that are guessed first, regardless of case. */
export const isGuessedPassword = (password: string): boolean =>
  guessedPasswords().has(password.normalize('NFC').toLowerCase())
