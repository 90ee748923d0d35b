<?php
// Expands a feed with sabre/vobject: `php sabre.php FEED LAST`.
error_reporting(E_ALL & ~E_DEPRECATED);
require_once 'Sabre/VObject/autoload.php';
use Sabre\VObject\Reader;
$calendar = Reader::read(file_get_contents($argv[1]));
$calendar->expand(new DateTime('2026-11-01', new DateTimeZone('UTC')), new DateTime($argv[2] . ' 23:59:59', new DateTimeZone('UTC')));
$found = [];
foreach ($calendar->select('VEVENT') as $one) {
    $start = $one->DTSTART;
    $found[(string) $one->SUMMARY][] = $start->hasTime() ? $start->getDateTime()->setTimezone(new DateTimeZone('UTC'))->format('Y-m-d\TH:i\Z') : $start->getDateTime()->format('Y-m-d');
}
echo json_encode($found);
