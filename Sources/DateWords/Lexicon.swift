/// The words that mean something by themselves. A line is a symbol of the grammar, a value, and the spellings of it with
/// commas between them, the usual one first. A new word is one more spelling or one more line.
///
/// Words without a value (`every`, `until`, `of`) stand in the rows of `Productions` that use them.
enum Lexicon {
    static let table: StaticString = """
        WEEKDAY 1 monday,mon
        WEEKDAY 2 tuesday,tue,tues
        WEEKDAY 3 wednesday,wed,weds
        WEEKDAY 4 thursday,thu,thur,thurs
        WEEKDAY 5 friday,fri
        WEEKDAY 6 saturday,sat
        WEEKDAY 7 sunday,sun
        WEEKDAYS 1 mondays
        WEEKDAYS 2 tuesdays
        WEEKDAYS 3 wednesdays
        WEEKDAYS 4 thursdays
        WEEKDAYS 5 fridays
        WEEKDAYS 6 saturdays
        WEEKDAYS 7 sundays
        # Only in lists of two or more: `mo` alone may be a month.
        SHORTDAY 1 mo
        SHORTDAY 2 tu
        SHORTDAY 3 we
        SHORTDAY 4 th
        SHORTDAY 5 fr
        SHORTDAY 6 sa
        SHORTDAY 7 su
        # Only with a sign between them: `M-F`, `M/W/F`.
        LETTER 1 m
        LETTER 2 t,tu
        LETTER 3 w
        LETTER 4 th
        LETTER 5 f
        # Several weekdays, each a bit from 2 (Monday) to 128 (Sunday).
        DAYSET 62 weekdays,weekday,workdays,workday
        DAYSET 192 weekends,weekend
        LOOSESET 62 week days,mtwtf,mtwthf,mtwrf,wkdays
        LOOSESET 42 mwf
        LOOSESET 20 tth,tuth,tthu
        LOOSESET 192 sasu
        WORKDAY 1 weekday,workday,working day,business day
        WORKDAYS 1 workdays,weekdays,workday,weekday,working days,business days,working day,business day
        MONTH 1 january,jan
        MONTH 2 february,feb
        MONTH 3 march,mar
        MONTH 4 april,apr
        MONTH 5 may
        MONTH 6 june,jun
        MONTH 7 july,jul
        MONTH 8 august,aug
        MONTH 9 september,sep,sept
        MONTH 10 october,oct
        MONTH 11 november,nov
        MONTH 12 december,dec
        CARDINAL 1 one
        CARDINAL 2 two
        CARDINAL 3 three
        CARDINAL 4 four
        CARDINAL 5 five
        CARDINAL 6 six
        CARDINAL 7 seven
        CARDINAL 8 eight
        CARDINAL 9 nine
        CARDINAL 10 ten
        CARDINAL 11 eleven
        CARDINAL 12 twelve
        CARDINAL 15 fifteen
        CARDINAL 20 twenty
        CARDINAL 30 thirty
        CARDINAL 40 forty
        CARDINAL 50 fifty
        CARDINAL 60 sixty
        CARDINAL 90 ninety
        CARDINAL 100 hundred
        # The minutes of `nine forty-five`.
        SPOKEN 15 fifteen
        SPOKEN 20 twenty
        SPOKEN 25 twenty five,twenty - five
        SPOKEN 30 thirty
        SPOKEN 35 thirty five,thirty - five
        SPOKEN 40 forty
        SPOKEN 45 forty five,forty - five
        SPOKEN 50 fifty
        SPOKEN 55 fifty five,fifty - five
        TENS 20 twenty
        TENS 30 thirty
        NTH 1 first
        NTH 2 second
        NTH 3 third
        NTH 4 fourth
        NTH 5 fifth
        NTH 6 sixth
        NTH 7 seventh
        NTH 8 eighth
        NTH 9 ninth
        NTH 10 tenth
        NTH 11 eleventh
        NTH 12 twelfth
        NTH 13 thirteenth
        NTH 14 fourteenth
        NTH 15 fifteenth
        NTH 16 sixteenth
        NTH 17 seventeenth
        NTH 18 eighteenth
        NTH 19 nineteenth
        NTH 20 twentieth
        NTH 30 thirtieth
        # In the order of `Unit`.
        UNIT 1 minutes,minute,min,mins,m
        UNIT 2 hours,hour,hr,hrs,h
        UNIT 3 days,day,d
        UNIT 4 weeks,week,wk,wks,w
        UNIT 5 fortnights,fortnight
        UNIT 6 months,month,mo,mos,mth,mths
        UNIT 7 quarters,quarter,qtr
        UNIT 8 years,year,y,yr,yrs
        # In the order of `Period`.
        PERIOD 1 week,wk
        PERIOD 2 month,mo
        PERIOD 3 quarter,qtr
        PERIOD 4 year,yr
        # In the order of `Clock.Part`.
        PART 1 morning
        PART 2 afternoon
        PART 3 evening,night,nite
        PARTS 1 mornings
        PARTS 2 afternoons
        PARTS 3 evenings,nights,nightly
        HALF 0 am
        HALF 12 pm
        # After the number, without a blank.
        HALFLETTER 0 a
        HALFLETTER 12 p
        # Month and day.
        HOLIDAY 1225 christmas,christmas day,xmas,xmas day
        HOLIDAY 1224 christmas eve,xmas eve
        HOLIDAY 1226 boxing day
        HOLIDAY 1031 halloween
        HOLIDAY 1231 nye,new year eve,new years eve,new year’s eve,new year ' s eve
        HOLIDAY 101 new year,new year day,new years day,new year’s day,new year ' s day
        HOLIDAY 214 valentine day,valentines day,valentine’s day,valentine ' s day
        # Abbreviations of time zones that follow a time, which no phrase has.
        ZONE 0 utc,gmt,bst,wet,cet,cest,eet,eest,pt,et,ct,mt
        ZONE 0 est,edt,cst,cdt,mst,mdt,pst,pdt,jst,aest,aedt
        # What a number before it counts, besides plurals.
        COUNTED 0 people,euro,eur,usd,gbp,chf,yen,kg,g,km,ml,kcal,kwh,mb,gb
        # The first part of the name of a time zone, before a slash.
        AREA 0 africa,america,antarctica,asia,atlantic,australia,europe,indian,pacific,etc
        # How often: a unit, and how many of it times ten.
        ADVERB 13 daily,everyday
        ADVERB 14 weekly
        ADVERB 16 monthly
        ADVERB 18 yearly,annually,annual
        ADVERB 12 hourly
        ADVERB 24 biweekly,fortnightly,bi - weekly,bi - weekly
        ADVERB 17 quarterly
        ADVERB 66 semiannually,semiannual,semiyearly,halfyearly,semi - annually,semi - yearly,half - yearly,semi - annual
        ADVERB 28 biennially,biennial
        """
}
