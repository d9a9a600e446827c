/**
 * Passwords that everybody tries first, lower case, 8 characters or more: heads of the lists that attackers go
 * through, keyboard walks, and what this shop's neighbourhood adds. Shorter ones are refused for their length.
 */
const LIST = `
password password1 password2 password3 password4 password5 password6 password7 password8 password9 password0
password01 password10 password11 password12 password13 password21 password22 password23 password69 password77
password88 password99 password00 password007 password111 password123 password1234 password12345 password123456
password321 password666 password777 password2020 password2021 password2022 password2023 password2024 password2025
password2026 password! password1! password12! password123! password@ password@1 password@12 password@123
password@1234 password#1 password.1 password_1 password-1 passwords passwordpassword passw0rd passw0rd! passw0rd1
passw0rd1! passw0rd12 passw0rd123 p@ssword p@ssword1 p@ssword12 p@ssword123 p@ssword1! p@ssw0rd p@ssw0rd! p@ssw0rd1
p@ssw0rd1! p@ssw0rd12 p@ssw0rd123 p@ssw0rd123! p@ssw0rd1234 p@$$word p@$$word1 p@$$w0rd p@$$w0rd! p@$$w0rd1
p@$$w0rd123 pa$$word pa$$word1 pa$$w0rd pa$$w0rd1 pa55word pa55word1 pa55w0rd pa55w0rd1 pass1234 pass12345 pass123456
pass@123 pass@1234 pass@word pass@word1 passpass passpass1 passport passphrase mypassword mypassword1 mypassword123
mypass123 newpassword newpassword1 newpass123 newpass1 oldpassword yourpassword thepassword nopassword nopasswd
changeme changeme1 changeme! changeme123 change_me changeit default1 default123 defaultpassword temporary temp1234
temp12345 temppass temppass1 temppassword test1234 test12345 test123456 test@123 test@1234 testtest testtest1 testing1
testing12 testing123 testing1234 tester123 testuser testuser1 testpass testpass1 testpass123 testpassword user1234
user12345 useruser username username1 usuario1 login123 login1234 loginlogin letmein1 letmein12 letmein123 letmein!
letmein1! letmeinnow welcome1 welcome2 welcome12 welcome123 welcome1234 welcome! welcome1! welcome@1 welcome@123
welcome01 welcome2020 welcome2021 welcome2022 welcome2023 welcome2024 welcome2025 welcome2026 welcomehome admin123
admin1234 admin12345 admin123456 admin@123 admin@1234 admin!23 adminadmin adminadmin1 administrator administrator1
adminpass adminpassword root1234 root12345 rootroot rootpass toor1234 superuser superadmin supervisor manager1
manager123 master123 master1234 operator operator1 security security1 secret12 secret123 secret1234 topsecret
private1 access14 access123 internet internet1 computer computer1 computer12 computer123 windows1 windows7 windows10
windows123 microsoft microsoft1 google123 google12 googlegoogle facebook facebook1 facebook123 instagram youtube1
youtube123 whatsapp whatsapp1 samsung1 samsung12 samsung123 iphone123 android1 android123 linux123 ubuntu123 server123
database oracle123 mysql123 postgres postgres1 postgres123 qwerty12 qwerty123 qwerty1234 qwerty12345 qwerty123456
qwerty1! qwerty123! qwerty@123 qwerty00 qwerty01 qwerty10 qwerty11 qwerty21 qwerty22 qwerty321 qwerty77 qwerty78
qwerty789 qwerty88 qwerty99 qwertyqwerty qwertyui qwertyuio qwertyuiop qwertyuiop1 qwertyuiop123 qwertyuiop[]
qwertyu1 qwertz123 qwertzui qwertzuiop azertyui azertyuiop azerty12 azerty123 asdfasdf asdfasdf1 asdfghjk asdfghjkl
asdfghjkl1 asdfghjkl; asdf1234 asdf12345 asdfqwer asdfzxcv asd123456 asdasd123 asdasdasd asdqwe123 zxcvbnm1 zxcvbnm12
zxcvbnm123 zxcvbnm, zxcvbnm,. zxcvbnm,./ zxcvzxcv zxcv1234 zxczxczxc zaq12wsx zaq1zaq1 zaq1xsw2 zaq123456 zaqxswcde
1qaz2wsx 1qaz2wsx3edc 1qaz1qaz 1qaz!qaz 1qaz@wsx 1qazxsw2 1q2w3e4r 1q2w3e4r5t 1q2w3e4r5t6y 1q2w3e4r! 1q1q1q1q q1w2e3r4
q1w2e3r4t5 q1w2e3r4t5y6 q1q1q1q1 qazwsx12 qazwsx123 qazwsxedc qazwsxedc1 qazwsxedcrfv qazqazqaz qweasdzx qweasdzxc
qweasdzxc1 qweasd123 qweqweqwe qweqwe123 qweqwe12 qwe123qwe qwe123456 qwer1234 qwer12345 qwer4321 qwerasdf qwerqwer
qwertasdfg wasdwasd wsxedcrfv plokijuh poiuytre poiuytrewq lkjhgfdsa mnbvcxz1 mnbvcxza 0987654321 1029384756
5432154321 12341234 123412345 1234qwer 1234asdf 1234abcd 1234567a 12345678a 123456789a 1234567890a 12345678q
123456789q 1234567q 12345qwert 12345qwerty 123456qwerty 123456aa 123456ab 123456abc 123456as 123456qq 123456qw
123456zx 123abc123 123qwe123 123qweasd 123qweasdzxc 123qwe!@# 123321123 12332112 12121212 12131415 123123123
123123123a 1231231234 123123qwe 123654789 123698745 1236987456 147258369 147852369 159357456 159753456 159753159
159951159 741852963 789456123 7894561230 789789789 987654321 9876543210 987654321a 963852741 852456789 456456456
456789123 321321321 112233445566 11223344 1122334455 11221122 110110110 11112222 10101010 101010101 10203040
1020304050 100200300 20202020 20002000 19991999 13131313 13579246 135792468 1357924680 246813579 24682468 246810121
44445555 55667788 66778899 69696969 77778888 90909090 98989898 98765432 00112233 00001111 01234567 012345678
0123456789 01020304 01230123 01010101 02020202 abcd1234 abcd12345 abcd123456 abcd@123 abcd@1234 abcd!234 abc12345
abc123456 abc1234567 abc123abc abc123!@# abc@1234 abc@12345 abcabc123 abcdef12 abcdef123 abcdefg1 abcdefg123
abcdefgh abcdefgh1 abcdefghi abcdefghij abcdefghijk 1a2b3c4d 1a2b3c4d5e a1b2c3d4 a1b2c3d4e5 a1s2d3f4 a1s2d3f4g5
a1234567 a12345678 a123456789 a1234567890 aa123456 aa123456789 aa12345678 aa1234567 aaa11111 aaa12345 aabbccdd
as123456 asd12345 az123456 b1234567 d1234567 e1234567 k1234567 m1234567 m123456789 q1234567 q12345678 q123456789
qq123456 qq123456789 qw123456 s1234567 s123456789 w1234567 x1234567 z1234567 z123456789 zz123456 zx123456 wq123456
iloveyou iloveyou1 iloveyou2 iloveyou12 iloveyou123 iloveyou! iloveyou3 iloveu12 iloveu123 iloveme1 iloveme123
iloveyouso iloveyousomuch iloveallah ilovegod ilovejesus ilovemom ilovemyself ilovemylife ilovemyfamily loveyou1
loveyou123 loveyou2 lovelove lovelove1 loveme12 loveme123 lovely12 lovely123 loverboy lovergirl love1234 love12345
love123456 forever1 forever12 forever21 forever123 sunshine sunshine1 sunshine12 sunshine123 princess princess1
princess12 princess123 princesa babygirl babygirl1 babygirl12 babyboy1 babyblue sweetheart sweetie1 sweetpea sweety12
beautiful beautiful1 butterfly butterfly1 butterfly2 chocolate chocolate1 chocolat cinnamon vanilla1 cookies1 cookie123
pumpkin1 strawberry strawberry1 blueberry cherry12 coconut1 pineapple bananas1 banana123 orange12 orange123 apple123
apple1234 applepie peanut12 peanutbutter cheese12 cheese123 pepperoni pizza123 coffee12 coffee123 football football1
football12 football123 football10 baseball baseball1 baseball12 basketball basketball1 softball volleyball soccer12
soccer123 cricket1 cricket12 cricket123 swimming gymnastics skateboard snowboard hockey12 superman superman1 superman12
superman123 batman12 batman123 batman1234 spiderman spiderman1 spiderman123 wolverine ironman1 ironman123 captain1
avengers pokemon1 pokemon12 pokemon123 pikachu1 pikachu123 naruto12 naruto123 starwars starwars1 starwars12 startrek
jedi1234 skywalker darkside minecraft minecraft1 minecraft123 fortnite roblox123 callofduty nintendo playstation
gamecube xbox3600 monster1 monster12 monster123 dragon12 dragon123 dragon1234 dragonball dragonfly dragons1 phoenix1
shadow12 shadow123 shadow1234 tigger12 tigger123 tigers12 tiger123 bengaltiger lion1234 wolfpack elephant dolphin1
dolphins hedgehog kittycat kitty123 hellokitty snoopy12 scooby12 scoobydoo mickey12 mickeymouse donald12 garfield
mustang1 mustang12 corvette chevrolet mercedes porsche1 porsche911 ferrari1 ferrari123 yamaha123 honda123 toyota123
suzuki12 kawasaki michael1 michael12 michael123 michelle michelle1 jennifer jennifer1 jessica1 jessica12 jessica123
jonathan jonathan1 jordan23 jordan123 joshua12 joshua123 daniel12 daniel123 danielle danielle1 charlie1 charlie12
charlie123 christian christina christine christopher elizabeth elizabeth1 alexander alexander1 alexandra alexandre
alejandro victoria victoria1 veronica samantha samantha1 stephanie stephanie1 nicholas nicholas1 nicole12 natalie1
brittany brittany1 brandon1 brandon12 benjamin benjamin1 anthony1 anthony12 andrew12 andrew123 ashley12 ashley123
amanda12 amanda123 andrea12 angel123 angels12 anderson madison1 marlboro marlboro1 margaret maverick maverick1
martin12 matthew1 matthew12 melissa1 patricia patrick1 rebecca1 richard1 robert12 robert123 rockstar rockstar1 rockyou1
rocky123 rolltide rush2112 salvador santiago sebastian sebastian1 scorpion scorpion1 scorpio1 thomas12 thomas123
thunder1 trustno1 trustno1! trustnoone tinkerbell tinkerbell1 valentina valentine vanessa1 vincent1 william1 william12
whatever whatever1 whatever12 whatever123 wonderful blink182 blahblah blessed1 blessing bluebird bullshit asshole1
asshole12 fuckyou1 fuckyou12 fuckyou123 fuckyou2 fuckyou! fuckoff1 fuckface motherfucker pussycat badboy123 badgirl1
bigdaddy bigdick1 birthday birthday1 blackcat blackjack boobies1 brooklyn buttercup california california1 cameron1
carolina caroline catherine cassie12 champion champion1 chelsea1 chelsea123 cheyenne chicken1 chicken123 chicago1
chopper1 clarence colorado courtney courtney1 cowboys1 creative crystal1 cupcake1 darkness deadpool december december1
november november1 october1 october10 september september1 february february1 january1 january123 monday123 friday13
summer12 summer123 summer2020 summer2021 summer2022 summer2023 summer2024 summer2025 summer2026 winter12 winter123
winter2020 winter2021 winter2022 winter2023 winter2024 winter2025 winter2026 spring2020 spring2021 spring2022
spring2023 spring2024 spring2025 spring2026 autumn2023 autumn2024 autumn2025 autumn2026 diamond1 diamond123 dickhead
discover download eagles12 einstein electric eminem12 emmanuel fantasia fernando fireball firebird florida1 flower12
flower123 flowers1 fluffy12 francesca francisco franklin freedom1 freedom12 freedom123 freeuser friend12 friends1
friends123 friendship gangster gangsta1 garcia12 geronimo gfhjkm123 goldfish godisgood godislove gogogogo goodluck
goodluck1 grandma1 greenday greenday1 guitar12 guitar123 happy123 happyday hannah12 harley12 harley123 harrypotter
heaven12 hello123 hello1234 hello12345 hello@123 hellohello helloworld helloworld1 hellothere hercules homer123 hotdog12
hottie12 hunter12 hunter123 icecream icecream1 imagine1 immortal infinity infinity1 isabella isabella1 jackson1
jackass1 jasmine1 jasmine12 jayjay12 jesus123 jesuschrist jesusislord johnson1 jupiter1 katherine kathleen kimberly
kimberly1 killer12 killer123 kingkong kristina ladybug1 lakers24 lasvegas lebron23 legend12 leonardo lifeisgood
liverpool liverpool1 liverpool123 manchester manutd123 barcelona barcelona1 barcelona10 realmadrid realmadrid1 juventus
arsenal1 arsenal123 chelseafc messi123 ronaldo1 ronaldo7 ronaldo123 cristiano neymar11 logitech lollipop lollipop1
lovebug1 lucky123 lucky777 mahalkita marijuana marshall master12 matrix12 maxwell1 megatron mercury1 mexico12 midnight
midnight1 miracle1 mohammad mohammed mohamed1 mohamed123 muhammad muhammad1 muhammad123 money123 money1234 mookie12
moonlight moonlight1 motorola mountain mustafa1 mylove12 mylove123 mynameis natasha1 newyork1 newyork123 nightmare
nirvana1 nothing1 nothing123 november11 nokia123 nokia1234 obama2008 octopus1 online123 papamama mamapapa mommy123
daddy123 family12 family123 mother12 mother123 father12 brother1 sister12 panther1 paradise peaches1 penguin1 perfect1
peterpan platinum precious precious1 president prince12 purple12 purple123 rabbit12 rainbow1 rainbow12 rainbow123
ranger12 rangers1 raiders1 redsox04 remember remember1 research richmond rosebud1 runescape russell1 sandra12 savannah
school12 school123 scooter1 sexy1234 sexybitch sexygirl sexything shannon1 shithead shopping shopping1 shopping123
silver12 slipknot slipknot1 snowball snowflake snowman1 spartan1 special1 spencer1 spirit12 steelers steelers1 stargate
student1 student123 teacher1 teacher123 success1 success123 sunflower sunflower1 superstar superstar1 surfing1
swordfish sydney12 sylvester teddybear telephone teresa12 terminator texas123 therock1 thailand theking1 thuglife
titanic1 together tomorrow treasure tropical trouble1 turtle12 twilight twilight1 undertaker unicorn1 unicorn123 united12
universe vacation vampire1 vegeta12 vladimir volcom12 volkswagen warcraft warrior1 warriors webmaster westside
whitney1 wildcat1 wildcats windmill wizard12 woodland wrestling yankees1 yankees2 yellow12 yellow123 yesterday
zachary1 zeppelin zidane10 00000000 11111111 22222222 33333333 44444444 55555555 66666666 77777777 88888888 99999999
!@#$%^&* !@#$%^&*( !@#$%^&*() !qaz2wsx !qaz@wsx @#$%^&*( 1234!@#$ 12345!@# 123456!@# 123!@#qwe p0o9i8u7 correcthorse
correcthorsebatterystaple bangladesh bangladesh1 bangladesh12 bangladesh123 bangladesh71 bangladesh1971 bangladesh@123
bangladesh@1971 sonarbangla sonarbangla1 amarsonarbangla joybangla joybangla1 joybangla71 joybangla1971 dhaka123
dhaka1234 dhaka12345 dhaka@123 dhaka1971 chittagong chittagong1 chattogram sylhet123 khulna123 rajshahi rajshahi1
mymensingh barishal barisal1 barisal123 comilla1 comilla123 narayanganj gazipur1 gazipur123 allah123 allah786 allahis1
allahuakbar allahhuakbar bismillah bismillah1 bismillah786 bismillah123 alhamdulillah subhanallah mashallah inshallah
786786786 78678678 islam123 islam786 ramadan1 ramadan123 amarnam1 amarsona amijani1 amitumake bhalobasha bhalobashi
valobasha valobashi valobasa ektumi12 tomake123 maamaama amma1234 abbu1234 ammu1234 ammuabbu abbuammu baba1234
mababa123 sakib123 shakib75 shakib123 mashrafe mashrafe2 tamim123 tigers123 rubel123 rahim123 karim123 hasan123
hossain1 hossain123 rahman12 rahman123 ahmed123 ahmed1234 sumaiya1 fatema12 fatema123 fatima12 fatima123 ayesha12
ayesha123 nusrat12 nusrat123 tanvir12 tanvir123 sabbir12 sabbir123 mahmud12 mahmud123 imran123 arif1234 rakib123
rakib1234 sohel123 mamun123 india123 pakistan pakistan1 pakistan123 grocery1 grocery123 groceries groceries1 sodai123
sodai1234 sodaisodai sodaishop bazar123 bazaar12 bazaar123 cashon12 customer customer1 customer123 shopper1 shopper123
`;

/** The list, for looking up; entries are lower case. */
export const COMMON_PASSWORDS: ReadonlySet<string> = new Set(LIST.trim().split(/\s+/));
