/// The words that mean something by themselves. A line has a symbol of the grammar, a value, and the spellings of it with
/// commas between them, the usual one first. After a blank follow those of the next value, or another value. A spelling of
/// several words has `_` between them. A new word is one more spelling.
///
/// Words without a value (`every`, `until`, `of`) stand in the rows of `Productions` that use them.
enum Lexicon {
    static let table: StaticString = """
        WEEKDAY 1 monday,mon tuesday,tue,tues wednesday,wed,weds thursday,thu,thur,thurs friday,fri saturday,sat
        WEEKDAY 7 sunday,sun
        WEEKDAYS 1 mondays tuesdays wednesdays thursdays fridays saturdays sundays
        # Only in lists of two or more: `mo` alone may be a month.
        SHORTDAY 1 mo tu we th fr sa su
        # Only with a sign between them: `M-F`, `M/W/F`.
        LETTER 1 m t,tu w th f
        # Several weekdays, each a bit from 2 (Monday) to 128 (Sunday).
        DAYSET 62 weekdays,weekday,workdays,workday 192 weekends,weekend
        LOOSESET 62 week_days,mtwtf,mtwthf,mtwrf,wkdays 42 mwf 20 tth,tuth,tthu 192 sasu
        DAYSET 62 working_day,business_day
        WORKDAY 1 weekday,workday,working_day,business_day
        WORKDAYS 1 workdays,weekdays,workday,weekday,working_days,business_days,working_day,business_day
        MONTH 1 january,jan february,feb march,mar april,apr may june,jun july,jul august,aug september,sep,sept
        MONTH 10 october,oct november,nov december,dec
        CARDINAL 1 one two three four five six seven eight nine ten eleven twelve 15 fifteen 20 twenty 30 thirty
        CARDINAL 40 forty 50 fifty 60 sixty 90 ninety 100 hundred
        # The minutes of `nine forty-five`.
        SPOKEN 15 fifteen 20 twenty 25 twenty_five,twenty_-_five 30 thirty 35 thirty_five,thirty_-_five
        SPOKEN 40 forty 45 forty_five,forty_-_five 50 fifty 55 fifty_five,fifty_-_five
        TENS 20 twenty 30 thirty
        NTH 1 first second third fourth fifth sixth seventh eighth ninth tenth eleventh twelfth thirteenth
        NTH 14 fourteenth fifteenth sixteenth seventeenth eighteenth nineteenth twentieth 30 thirtieth
        # In the order of `Unit`.
        UNIT 1 minutes,minute,min,mins,m hours,hour,hr,hrs,h days,day,d weeks,week,wk,wks,w fortnights,fortnight
        UNIT 6 months,month,mo,mos,mth,mths quarters,quarter,qtr years,year,y,yr,yrs
        # In the order of `Period`.
        PERIOD 1 week,wk month,mo quarter,qtr year,yr
        # In the order of `Clock.Part`.
        PART 1 morning afternoon evening,night,nite
        PARTS 1 mornings afternoons evenings,nights,nightly
        HALF 0 am 12 pm
        # After the number, without a blank.
        HALFLETTER 0 a 12 p
        # Month and day.
        HOLIDAY 1224 christmas_eve,xmas_eve christmas,christmas_day,xmas,xmas_day boxing_day
        HOLIDAY 1231 nye,new_year_eve,new_years_eve,new_year’s_eve,new_year_'_s_eve 1031 halloween
        HOLIDAY 101 new_year,new_year_day,new_years_day,new_year’s_day,new_year_'_s_day
        HOLIDAY 214 valentine_day,valentines_day,valentine’s_day,valentine_'_s_day
        # Abbreviations of time zones that follow a time, which no phrase has.
        ZONE 0 utc,gmt,bst,wet,cet,cest,eet,eest,pt,et,ct,mt,est,edt,cst,cdt,mst,mdt,pst,pdt,jst,aest,aedt
        # What a number before it counts, besides plurals.
        COUNTED 0 people,euro,eur,usd,gbp,chf,yen,kg,g,km,ml,kcal,kwh,mb,gb
        # The first part of the name of a time zone, before a slash.
        AREA 0 africa,america,antarctica,asia,atlantic,australia,europe,indian,pacific,etc
        # How often: a unit, and how many of it times ten.
        ADVERB 13 daily,everyday weekly 16 monthly 18 yearly,annually,annual 12 hourly
        ADVERB 24 biweekly,fortnightly,bi_-_weekly 17 quarterly 28 biennially,biennial
        ADVERB 66 semiannually,semiannual,semiyearly,halfyearly,semi_-_annually,semi_-_yearly,half_-_yearly
        ADVERB 66 semi_-_annual
        # In days from today.
        NEAR 0 today,tod tomorrow,tom,tmr,tmrw,tmw
        # The end of a period, and the start of the next one.
        EOPERIOD 1 eow eom,month_end eoq eoy,year_end
        SOPERIOD 2 som soq
        # Words without a value, in several rows or in any order.
        EVERY 0 every,each
        UNTIL 0 until,till,til,ending,untill
        TIMESWORD 0 times,time,occurrences,x
        AFTER 0 after,from,when,once,since
        HAVE 0 the,last,when,i,i’ve,it,it’s,is,was,have,having,has,been,my,i_'_ve,i_'_s,it_'_s,it_'_ve
        DONE 0 completion,completing,done,complete,completed,finish,finished,finishing,doing
        DOING 0 completing,done,complete,completed,finish,finished,finishing,doing,do,did
        """
}
